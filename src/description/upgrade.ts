import { isObject } from "./references.js";
import { sparseObject } from "./sparse-object.js";

/**
 * An OpenAPI 3.0 document as one of 3.1, whose schemas are JSON Schema. A value may be null wherever `nullable` is said,
 * also beside a reference or an enumeration, where 3.0 left it open. Documents of 3.1 keep keywords of 3.0 here and there:
 * they mean there what they meant before.
 */
export function upgradeDocument(document: unknown): unknown {
  if (!isObject(document)) return document;
  const version = String(document["openapi"]);
  if (/^3\.0\.\d+/.test(version))
    return { ...mapMembers(document, upgradePartWith(upgradeOldSchema)), openapi: "3.1.0" };
  return /^3\.1\./.test(version) ? mapMembers(document, upgradePartWith(upgradeSchema)) : document;
}

type Upgrade = (value: unknown, name?: string) => unknown;

function upgradePartWith(upgrade: Upgrade): Upgrade {
  const upgradePart: Upgrade = (value, name = "") => {
    if (name.startsWith("x-") || name === "example" || name === "examples") return value;
    if (name === "schema") return upgrade(value);
    if (name === "schemas" && isObject(value)) return mapMembers(value, (schema) => upgrade(schema));
    if (Array.isArray(value)) return value.map((item) => upgradePart(item));
    return isObject(value) ? mapMembers(value, upgradePart) : value;
  };
  return upgradePart;
}

/** Members beside a reference count for nothing. Source: OpenAPI 3.0.3, section 4.7.23. */
function upgradeOldSchema(schema: unknown): unknown {
  if (!isObject(schema) || schema["$ref"] === undefined) return upgradeSchemaWith(upgradeOldSchema, schema);
  return orNull({ $ref: schema["$ref"] }, schema["nullable"]);
}

function upgradeSchema(schema: unknown): unknown {
  return upgradeSchemaWith(upgradeSchema, schema);
}

/** Source: OpenAPI 3.0.3, section 4.7.24; JSON Schema 2020-12, core, section 4.3.2. */
function upgradeSchemaWith(upgrade: Upgrade, schema: unknown): unknown {
  if (schema === true) return {};
  if (schema === false) return { not: {} };
  if (!isObject(schema)) return schema;
  const {
    nullable,
    example,
    examples = [],
    ...others
  } = mapMembers(schema, (value, keyword) => upgradeSubschemas(upgrade, value, keyword));
  const all = [...[examples].flat(), ...(example === undefined ? [] : [example])];
  const upgraded = {
    ...withExclusive(withExclusive(others, "exclusiveMinimum", "minimum"), "exclusiveMaximum", "maximum"),
    ...(all.length === 0 ? {} : { examples: all }),
  };
  return orNull(upgraded, nullable);
}

function withExclusive(schema: Readonly<Record<string, unknown>>, exclusive: string, bound: string) {
  if (typeof schema[exclusive] !== "boolean") return schema;
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

function upgradeSubschemas(upgrade: Upgrade, value: unknown, keyword: string): unknown {
  const each = (schema: unknown): unknown => upgrade(schema);
  if (/^(properties|patternProperties|\$defs)$/.test(keyword) && isObject(value))
    return mapMembers(value, each);
  if (/^(allOf|anyOf|oneOf|prefixItems)$/.test(keyword) && Array.isArray(value)) return value.map(each);
  if (keyword === "additionalProperties" && typeof value === "boolean") return value;
  const isSchema = /^(items|additionalProperties|not|if|then|else|contains|propertyNames)$/.test(keyword);
  return isSchema ? upgrade(value) : value;
}

/** The same object, with each member replaced. */
function mapMembers(value: object, replace: (member: unknown, name: string) => unknown) {
  return sparseObject(Object.entries(value).map(([name, member]) => [name, replace(member, name)]));
}
