import { jsonOf, type Operation, responseTo } from "../description/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf } from "../generate/index.js";
import type { Json, JsonObject } from "../json/index.js";
import { isChosenByServer } from "../model/index.js";
import { mayBeNull } from "./empty-values.js";
import { withOtherValues } from "./other-values.js";

/** Names of members that a replacement may leave out, and that are gone then: nothing says that there is always one. */
export function leftOutOf({ body }: Operation, read: Operation | undefined): readonly string[] {
  if (read === undefined || body === undefined || leavesChoice(body.schema)) return [];
  const { properties = {}, required = [] } = membersIn(plainSchema(body.schema));
  const shown = membersIn(plainSchema(jsonOf(responseTo(read, 200)?.contents ?? [])?.schema ?? {}));
  return Object.keys(properties).filter((name) => {
    const isAlwaysThere =
      shown.required?.includes(name) === true && !mayBeNull(plainSchema(shown.properties?.[name] ?? {}));
    const isFree = isFreeValue(plainSchema(properties[name] ?? {})) && !isChosenByServer(name);
    return (
      isFree && !required.includes(name) && !isAlwaysThere && Object.hasOwn(shown.properties ?? {}, name)
    );
  });
}

/** Names of members that only wrap an item. */
const wrappers = ["data", "result", "item"];

/** Where a schema has an object alone in it, the one that is wrapped. */
function membersIn(schema: AnySchema): AnySchema {
  const [[name, inner] = ["", {}], ...others] = Object.entries(schema.properties ?? {});
  const isWrapper = wrappers.includes(name) && others.length === 0;
  return isWrapper && !leavesChoice(inner) ? plainSchema(inner) : schema;
}

/** Is it a text, or a number that may be absent, of which nothing says what it is by default? */
function isFreeValue({ format, pattern, enum: words, const: only, ...schema }: AnySchema): boolean {
  const type = typeOf(schema) ?? "";
  const isNumber = ["integer", "number"].includes(type) && mayBeNull(schema);
  return (
    (type === "string" ? format === undefined && pattern === undefined : isNumber) &&
    [words, only, schema.default].every((each) => each === undefined) &&
    schema.readOnly !== true &&
    schema.writeOnly !== true
  );
}

/** The same body with other numbers in these members; undefined where it has none of them. */
export function withOtherNumbers(
  { body }: Operation,
  names: readonly string[],
  usual: Json,
): JsonObject | undefined {
  return withOtherValues(body?.schema ?? {}, usual, (name) => ![...names, ...wrappers].includes(name));
}
