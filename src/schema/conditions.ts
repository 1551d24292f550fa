import { isFraction, isJsonObject, type Json, type JsonObject, renderJson } from "../json/index.js";
import { type AnySchema, plainSchema } from "./any-schema.js";

/** The schema of an object with what holds for these members: of `if`, and of members that depend on others. */
export function withConditions(schema: AnySchema, members: JsonObject): AnySchema {
  const branches = [
    ...conditionsOf(schema).flatMap((each) => branchOf(each, members)),
    ...dependentOf(schema, members),
  ];
  return branches.reduce<AnySchema>(joined, schema);
}

/** The conditions of a schema, those of its parts included. */
export function conditionsOf(schema: AnySchema): readonly AnySchema[] {
  return schema.conditions ?? (schema.if === undefined ? [] : [schema]);
}

/** Two schemas of an object as one: what both say of a member holds for it. */
export function joined(schema: AnySchema, other: AnySchema): AnySchema {
  const { properties = {}, required = [], ...more } = plainSchema(other);
  const both = Object.entries(properties).map(([name, each]) => {
    const own = schema.properties?.[name];
    return [name, own === undefined ? each : plainSchema({ allOf: [own, each] })] as const;
  });
  return {
    ...more,
    ...schema,
    properties: { ...schema.properties, ...Object.fromEntries(both) },
    required: [...new Set([...(schema.required ?? []), ...required])],
  };
}

function branchOf(
  { if: condition = {}, then: met, else: unmet }: AnySchema,
  members: JsonObject,
): readonly AnySchema[] {
  const isMet = holds(plainSchema(condition), members);
  const branch = isMet === undefined ? undefined : isMet ? met : unmet;
  return branch === undefined ? [] : [branch];
}

function dependentOf({ dependentRequired = {} }: AnySchema, members: JsonObject): readonly AnySchema[] {
  return Object.entries(dependentRequired)
    .filter(([name]) => Object.hasOwn(members, name))
    .map(([, required]) => ({ required }));
}

/** Is a value so as a condition says? Undefined where the condition has more in it than simple values and members. */
function holds(
  { const: only, enum: words, required = [], properties = {}, not, ...others }: AnySchema,
  value: Json,
): boolean | undefined {
  if (Object.keys(others).some((keyword) => !/^(type|title|description|conditions)$/.test(keyword)))
    return undefined;
  const listed = words ?? (only === undefined ? undefined : [only]);
  if (
    listed !== undefined &&
    (isFraction(value) || !listed.some((each) => JSON.stringify(each) === renderJson(value)))
  )
    return false;
  if (not !== undefined) {
    const isNot = holds(plainSchema(not), value);
    if (isNot !== false) return isNot === undefined ? undefined : false;
  }
  if (!isJsonObject(value)) return true;
  if (required.some((name) => !Object.hasOwn(value, name))) return false;
  const found = Object.entries(properties).map(([name, each]) => {
    const member = value[name];
    return member === undefined ? true : holds(plainSchema(each), member);
  });
  return found.includes(false) ? false : found.includes(undefined) ? undefined : true;
}
