import { memoize } from "../description/index.js";
import { isJsonObject, type Json, type JsonObject, parseJson } from "../json/index.js";
import type { Step, View } from "../laws/index.js";
import { idIn, membersShownIn, type Resource } from "../model/index.js";
import { type ApiState, markersIn, type Sent } from "../session/index.js";
import { bodyTextOf, isStillShown } from "../values/index.js";

/** An item as laws compare it: its id, and its members without what wraps them. */
export function viewOf(resource: Resource, json: Json): View {
  return { id: idIn(resource, json), members: membersShownIn(resource, json) };
}

/** The members that are shown as they were sent. */
export function clientsOf(sent: JsonObject, shown: JsonObject): readonly string[] {
  return Object.keys(sent).filter(
    (name) => sent[name] !== null && Object.hasOwn(shown, name) && isStillShown(sent[name], shown[name]),
  );
}

/** The members that a request sends, without what wraps them; undefined where its body is no object. */
export function sentIn(request: Sent["request"], resource: Resource): JsonObject | undefined {
  const sent = bodyOf(request);
  return isJsonObject(sent) ? membersShownIn(resource, sent) : undefined;
}

/** The JSON that a request sends; it is asked for by each item that the request may have changed. */
const bodyOf = memoize((request: Sent["request"]): Json | undefined => {
  const sent = parseJson(bodyTextOf(request));
  return sent.status === "valid" ? sent.value : undefined;
});

/** Says of a value whether it is a text with a word of the run. */
export function ownTextsOf(state: ApiState): Step["isOwnText"] {
  return (value) => typeof value === "string" && markersIn(state, value).length > 0;
}
