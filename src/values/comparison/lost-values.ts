import type { Operation } from "../../description/index.js";
import { isJsonObject, isSameJson, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { isChosenByServer, isVersion, matches, mayFollowText, valueAt } from "../../model/index.js";
import { type AnySchema, plainSchema, schemaAt, wordsIn } from "../../schema/index.js";
import { type Pair, shownSchema } from "./representations.js";

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
  return Object.entries(sent).flatMap(([name, value]): readonly LostValue[] => {
    const [was, now] = [found, after].map((each) => (Object.hasOwn(each, name) ? each[name] : undefined));
    if (was === undefined || value === null) return [];
    if (isChosenByServer(name) && !isStoredName(name)) return [];
    if (isJsonObject(value) && isJsonObject(was)) {
      const inner = { schema: schemaAt(schema, [name]), shown: schemaAt(shown, [name]) };
      const lost = lostValues({ sent: value, found: was, ...inner }, isJsonObject(now) ? now : {});
      return lost.map((each) => ({ ...each, path: [name, ...each.path] }));
    }
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

/** More than a second, in ms: times may be whole seconds. */
export const moreThanASecond = 1100;

/** Where an item shows when it was created: the paths of members that no change sends, in the item itself or in what wraps it. */
export function creationTimesIn(
  { operation, read }: { readonly operation: Operation; readonly read: Operation },
  found: Json,
): readonly (readonly string[])[] {
  const shown = shownSchema(read);
  const sent = plainSchema(operation.body?.schema ?? {});
  const within = ({ properties = {} }: AnySchema): readonly string[] =>
    Object.keys(properties).some((name) => matches(name, "revision")) ||
    (operation.method === "PUT" && !Object.keys(properties).some((name) => matches(name, "change-time")))
      ? []
      : Object.entries(properties).flatMap(([name, schema]) =>
          isCreationTime(name, plainSchema(schema)) && isTime(plainSchema(schema)) && !mayBeSent(sent, name)
            ? [name]
            : [],
        );
  const wrappers = Object.keys(shown.properties ?? {}).filter((name) => isJsonObject(valueAt(found, [name])));
  return [[], ...wrappers.map((name) => [name])]
    .flatMap((way) => within(schemaAt(shown, way)).map((name) => [...way, name]))
    .filter((path) => typeof valueAt(found, path) === "string");
}

function isCreationTime(name: string, { readOnly, description = "" }: AnySchema): boolean {
  return matches(name, "creation-time") || (readOnly === true && matches(description, "says-creation-time"));
}

function isTime({ format = "", type }: AnySchema): boolean {
  return ["date-time", "date"].includes(format) && [type].flat().includes("string");
}

function mayBeSent({ properties = {} }: AnySchema, name: string): boolean {
  const member = properties[name];
  return member !== undefined && plainSchema(member).readOnly !== true;
}

/** Is it another time, and not the same one in another form? */
export function isOtherTime(path: readonly string[], before: Json, after: Json): boolean {
  const [left, right] = [before, after].map((each) => Date.parse(`${valueAt(each, path)}`));
  return left !== undefined && right !== undefined && Math.abs(left - right) > 0;
}
