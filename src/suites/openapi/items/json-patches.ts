import { Skip } from "../../../checks/index.js";
import { type Contract, essenceOf, type Operation } from "../../../description/index.js";
import type { Case } from "../../../generate/index.js";
import { isJsonObject, type Json, renderJson } from "../../../json/index.js";
import { pairOf } from "../comparison/representations.js";
import {
  type ApiScenario,
  assumeApplied,
  type Context,
  eventually,
  freshBaseline,
  orRefused,
} from "../requests/baseline.js";
import { readItem } from "../requests/read-item.js";
import { at } from "../requests/requests.js";
import { hasMarker, markersIn } from "../state/state.js";
import { changeOfItems, newItem, onNewItem } from "./new-items.js";

const jsonPatch = "application/json-patch+json";

/**
 * A member that a JSON patch replaces is another one then, where a change may be such a patch, too. Source: RFC 6902, section 4.3.
 * @param creations that the run may send
 */
export function jsonPatchScenario(
  operation: Operation,
  { operations }: Pick<Contract, "operations">,
  creations: readonly Operation[],
): ApiScenario | undefined {
  const changed = changeOfItems(operation, operations, creations);
  const isTaken = changed?.body.contents.some(({ mediaType }) => essenceOf(mediaType) === jsonPatch) === true;
  if (changed === undefined || !isTaken || operation.method !== "PATCH") return undefined;
  const { related, check } = changed;
  const { create, read } = related;
  return onNewItem(changed, {
    part: "json-patch",
    title: `${operation.id} does what a JSON patch says`,
    run: async (t) => {
      const made = await newItem(t, related);
      const pair = pairOf(t.state, { operation: create, read, sent: made.sent, found: made.found });
      // Within an object around the item, nothing says where a pointer begins.
      const isWhole = pair !== undefined && pair.path.length === 0 && pair.found === made.found;
      const name = isWhole ? nameIn(t, operation, made.found) : undefined;
      if (name === undefined)
        throw new Skip("untested", "no member is known that a JSON patch can replace alone");
      const poll = async (): Promise<string> => {
        const found = await readItem(t, read, made.item);
        if (!isJsonObject(found)) throw new Skip("untested", "the item is gone");
        return renderJson(found[name] ?? null);
      };
      const former = await poll();
      // Once more, since another change may have come between.
      for (const isLast of [false, true]) {
        const { request, value } = patchOf(t, operation, name);
        const { response } = await t.send(at(request, made.item));
        assumeApplied(response);
        const shows = (text: string): boolean =>
          markersIn(t.state, value).some((marker) => hasMarker(text, marker));
        const shown = await eventually(t, poll, shows);
        if (shown !== former) return t.expectNone([], check);
        t.expect(!isLast, {
          check,
          problem: "a JSON patch has no effect",
          expected: `${name} is ${value}, as a JSON patch replaces it, or the patch is refused`,
          actual: `${response.status}, and it is ${shown}, as before, twice`,
          at: { in: "body", pointer: `/${name}` },
        });
      }
    },
  });
}

/** The name of a text that a change has, and that an item shows with a word of the run. */
function nameIn(t: Context, operation: Operation, found: Json): string | undefined {
  const { body } = freshBaseline(t, operation);
  const isOfRun = (value: Json | undefined): boolean =>
    typeof value === "string" && markersIn(t.state, value).length > 0;
  return isJsonObject(body) && isJsonObject(found)
    ? Object.keys(body).find((name) => isOfRun(body[name]) && isOfRun(found[name]))
    : undefined;
}

/** A JSON patch that replaces one member by a new text. */
function patchOf(t: Context, operation: Operation, name: string): { request: Case; value: string } {
  const { request, body } = freshBaseline(t, operation);
  const value = (isJsonObject(body) ? body[name] : undefined) ?? null;
  const path = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const headers = request.headers.filter(([header]) => header.toLowerCase() !== "content-type");
  return {
    request: {
      ...request,
      accepts: orRefused(request),
      label: `a JSON patch of ${name}`,
      headers: [...headers, ["Content-Type", jsonPatch]],
      body: { kind: "text", text: renderJson([{ op: "replace", path, value }]) },
    },
    value: renderJson(value),
  };
}
