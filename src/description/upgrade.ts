import { isObject } from "./references.js";

/**
 * An OpenAPI 3.0 document as one of 3.1, whose schemas are JSON Schema; any other as it is. A value may be null wherever
 * `nullable` is said, also beside a reference or an enumeration, where 3.0 left it open.
 */
export function upgradeDocument(document: unknown): unknown {
  if (!isObject(document) || !/^3\.0\.\d+/.test(String(document["openapi"]))) return document;
  return { ...mapMembers(document, upgradePart), openapi: "3.1.0" };
}

function upgradePart(value: unknown, name = ""): unknown {
  if (name.startsWith("x-") || name === "example" || name === "examples") return value;
  if (name === "schema") return upgradeSchema(value);
  if (name === "schemas" && isObject(value)) return mapMembers(value, upgradeSchema);
  if (Array.isArray(value)) return value.map((item) => upgradePart(item));
  return isObject(value) ? mapMembers(value, upgradePart) : value;
}

/** Source: OpenAPI 3.0.3, section 4.7.24. */
function upgradeSchema(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { nullable, example, ...others } = mapMembers(schema, upgradeSubschemas);
  if (others["$ref"] !== undefined) return orNull({ $ref: others["$ref"] }, nullable);
  const upgraded = {
    ...withExclusive(withExclusive(others, "exclusiveMinimum", "minimum"), "exclusiveMaximum", "maximum"),
    ...(example === undefined ? {} : { examples: [example] }),
  };
  return orNull(upgraded, nullable);
}

function withExclusive(schema: Readonly<Record<string, unknown>>, exclusive: string, bound: string) {
  const { [exclusive]: isExclusive, [bound]: limit, ...others } = schema;
  if (limit === undefined) return others;
  return { ...others, [isExclusive === true ? exclusive : bound]: limit };
}

function orNull(schema: Readonly<Record<string, unknown>>, nullable: unknown): object {
  if (nullable !== true) return schema;
  const { type, enum: values } = schema;
  if (typeof type !== "string") return { anyOf: [schema, { type: "null" }] };
  return {
    ...schema,
    type: [type, "null"],
    ...(Array.isArray(values) ? { enum: [...new Set<unknown>([...values, null])] } : {}),
  };
}

function upgradeSubschemas(value: unknown, keyword: string): unknown {
  if (keyword === "properties" && isObject(value)) return mapMembers(value, upgradeSchema);
  if (/^(allOf|anyOf|oneOf)$/.test(keyword) && Array.isArray(value)) return value.map(upgradeSchema);
  return /^(items|additionalProperties|not)$/.test(keyword) ? upgradeSchema(value) : value;
}

/** The same object, with each member replaced. */
function mapMembers(value: object, replace: (member: unknown, name: string) => unknown) {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replace(member, name)]));
}
