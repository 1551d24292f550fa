import type { AnySchema } from "./schema-keywords.js";

/**
 * Returns one schema that holds a value to all that these hold it to. What merely describes counts as the last one says it.
 * Source: JSON Schema 2020-12, core, section 10.2.1.1.
 */
export function mergeSchemas(parts: readonly AnySchema[]): AnySchema {
  const [first = {}, ...others] = closedTogether(parts);
  return others.reduce<AnySchema>(mergeTwo, first);
}

type Merge = (one: never, other: never) => unknown;

const least: Merge = (one: number, other: number) => Math.min(one, other);
const most: Merge = (one: number, other: number) => Math.max(one, other);
const either: Merge = (one: boolean, other: boolean) => one || other;
const both: Merge = bothOf;

/** By keyword: what two values of it come to. Of any other keyword, the later one counts. */
const merges: Readonly<Record<string, Merge>> = {
  type: (one: string | readonly string[], other: string | readonly string[]) => {
    const types = [one].flat().flatMap((each) => commonType(each, [other].flat()));
    return types.length === 1 ? types[0] : types;
  },
  enum: (one: readonly unknown[], other: readonly unknown[]) => {
    const allowed = new Set(other.map((each) => JSON.stringify(each)));
    return one.filter((each) => allowed.has(JSON.stringify(each)));
  },
  required: (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])],
  properties: eachOfBoth,
  patternProperties: eachOfBoth,
  pattern: (one: string, other: string) =>
    one === other ? one : `^(?=[\\s\\S]*(?:${one}))(?=[\\s\\S]*(?:${other}))`,
  additionalProperties: (one: boolean | AnySchema, other: boolean | AnySchema) => {
    if (one === false || other === false) return false;
    return typeof one === "object" && typeof other === "object"
      ? bothOf(one, other)
      : one === true
        ? other
        : one;
  },
  not: (one: AnySchema, other: AnySchema) => ({ anyOf: [one, other] }),
  multipleOf: (one: number, other: number) =>
    one % other === 0 ? one : other % one === 0 ? other : one * other,
  items: both,
  propertyNames: both,
  minimum: most,
  exclusiveMinimum: most,
  minLength: most,
  minItems: most,
  minProperties: most,
  maximum: least,
  exclusiveMaximum: least,
  maxLength: least,
  maxItems: least,
  maxProperties: least,
  uniqueItems: either,
  readOnly: either,
  writeOnly: either,
};

/** A schema that no value fits. */
const nothing: AnySchema = { not: {} };

function mergeTwo(one: AnySchema, other: AnySchema): AnySchema {
  const merged = Object.entries(other).map(([keyword, value]) => {
    const own = (one as Readonly<Record<string, unknown>>)[keyword];
    const merge = own === undefined || value === undefined ? undefined : merges[keyword];
    return [keyword, merge === undefined ? (value ?? own) : merge(own as never, value as never)] as const;
  });
  const result = { ...one, ...Object.fromEntries(merged) } as AnySchema;
  const { const: only } = one;
  const isOther =
    only !== undefined && other.const !== undefined && JSON.stringify(only) !== JSON.stringify(other.const);
  return isOther || isEmpty(result.type) || isEmpty(result.enum) ? { ...result, ...nothing } : result;
}

function isEmpty(values: unknown): boolean {
  return Array.isArray(values) && values.length === 0;
}

/** An integer is a number. */
function commonType(type: string, others: readonly string[]): readonly string[] {
  if (others.includes(type)) return [type];
  const isInteger =
    (type === "number" && others.includes("integer")) || (type === "integer" && others.includes("number"));
  return isInteger ? ["integer"] : [];
}

function bothOf(one: AnySchema, other: AnySchema): AnySchema {
  const isAny = (schema: AnySchema): boolean => Object.keys(schema).length === 0;
  if (one === other || isAny(other)) return one;
  return isAny(one) ? other : { allOf: [one, other] };
}

type Schemas = Readonly<Record<string, AnySchema>>;

function eachOfBoth(one: Schemas, other: Schemas): Schemas {
  const merged = Object.entries(other).map(([name, schema]) => {
    const own = Object.hasOwn(one, name) ? one[name] : undefined;
    return [name, own === undefined ? schema : bothOf(own, schema)] as const;
  });
  return { ...one, ...Object.fromEntries(merged) };
}

/**
 * Returns the parts with what a closed one forbids of the others: it allows none of the members that they alone have. Where
 * one of these is required, so that nothing would be allowed, the parts are closed together.
 * Source: JSON Schema 2020-12, core, section 10.3.2.3.
 */
function closedTogether(parts: readonly AnySchema[]): readonly AnySchema[] {
  const named = new Set(parts.flatMap(({ properties = {} }) => Object.keys(properties)));
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const forbidden = parts.flatMap((part) => {
    const others = isClosed(part) ? [...named].filter((name) => !isNamed(part, name)) : [];
    return others.some((name) => required.has(name)) ? [] : others;
  });
  if (forbidden.length === 0) return parts;
  return [...parts, { properties: Object.fromEntries(forbidden.map((name) => [name, nothing])) }];
}

/** Does a schema with members allow no others? One without any only says that nothing more is described. */
function isClosed({ additionalProperties, properties }: AnySchema): boolean {
  return additionalProperties === false && properties !== undefined;
}

function isNamed({ properties = {}, patternProperties = {} }: AnySchema, name: string): boolean {
  if (Object.hasOwn(properties, name)) return true;
  return Object.keys(patternProperties).some((pattern) => {
    try {
      return new RegExp(pattern, "u").test(name);
    } catch {
      return true;
    }
  });
}
