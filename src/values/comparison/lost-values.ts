import { plainSchema, wordsIn } from "../../generate/index.js";
import { isJsonObject, isSameJson, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { isChosenByServer, isVersion, matches, mayFollowText } from "../../model/index.js";
import type { Pair } from "./representations.js";

/** A member that was shown as it was sent, and is not any more. */
export interface LostValue {
  readonly path: readonly string[];
  readonly was: Json;
  readonly now: Json | undefined;
}

/**
 * The values that were shown as they were sent, and are not any more. Values that a server may choose, by their names, do not
 * count; ids and numbers do, since the server has stored those of the client.
 * @param after the item after a change, as JSON
 */
export function lostValues({ sent, found, schema, shown }: Pair, after: JsonObject): readonly LostValue[] {
  const { properties = {} } = plainSchema(schema);
  const { properties: described = {} } = plainSchema(shown);
  return Object.entries(sent).flatMap(([name, value]): readonly LostValue[] => {
    const [was, now] = [found, after].map((each) => (Object.hasOwn(each, name) ? each[name] : undefined));
    if (was === undefined || value === null) return [];
    if (isChosenByServer(name) && !isStoredName(name)) return [];
    const parts = { schema: properties[name] ?? {}, shown: described[name] ?? {} };
    if (isJsonObject(value) && isJsonObject(was))
      return lostValues({ sent: value, found: was, ...parts }, isJsonObject(now) ? now : {}).map((each) => ({
        ...each,
        path: [name, ...each.path],
      }));
    const isOwn = typeof value === "boolean" && mayFollowText(name);
    const isKept = isOwn || !isSameJson(was, value) || isThere(value, now);
    return isKept ? [] : [{ path: [name], was, now }];
  });
}

/** Is it the name of an id or a number that stays what it is, as `vatId` and `customerId` do, and no version? */
function isStoredName(name: string): boolean {
  const isCounted = wordsIn(name).some((word) => isVersion(word) || matches(word, "revision"));
  return /(id|number)$/i.test(name) && !isCounted;
}

/** Is a value still shown, and of a list every item, in whichever order? */
function isThere(value: Json, now: Json | undefined): boolean {
  if (!Array.isArray(value) || !Array.isArray(now)) return isSameJson(now, value);
  const texts = (now as readonly Json[]).map((each) => renderJson(each));
  return (value as readonly Json[]).every((each) => texts.includes(renderJson(each)));
}
