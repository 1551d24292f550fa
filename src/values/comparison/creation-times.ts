import { jsonOf, type Operation, responseTo } from "../../description/index.js";
import { type AnySchema, plainSchema } from "../../generate/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import { matches, valueAt } from "../../model/index.js";

/** More than a second, in ms: times may be whole seconds. */
export const moreThanASecond = 1100;

/** Where an item shows when it was created: the paths of members that no change sends, in the item itself or in what wraps it. */
export function creationTimesIn(
  { operation, read }: { readonly operation: Operation; readonly read: Operation },
  found: Json,
): readonly (readonly string[])[] {
  const shown = plainSchema(jsonOf(responseTo(read, 200)?.contents ?? [])?.schema ?? {});
  const sent = plainSchema(operation.body?.schema ?? {});
  const within = ({ properties = {} }: AnySchema): readonly string[] =>
    Object.keys(properties).some((name) => matches(name, "revision")) ||
    (operation.method === "PUT" && !Object.keys(properties).some((name) => matches(name, "change-time")))
      ? []
      : Object.entries(properties).flatMap(([name, schema]) =>
          matches(name, "creation-time") && isTime(plainSchema(schema)) && !mayBeSent(sent, name)
            ? [name]
            : [],
        );
  const inner = Object.entries(shown.properties ?? {}).flatMap(([wrapper, schema]) =>
    isJsonObject(found) && isJsonObject(found[wrapper])
      ? within(plainSchema(schema)).map((name) => [wrapper, name])
      : [],
  );
  const paths = [...within(shown).map((name) => [name]), ...inner];
  return paths.filter((path) => typeof valueAt(found, path) === "string");
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
