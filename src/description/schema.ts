import { atPointer, type Path } from "./pointer.js";

/** A JSON Schema (2020-12) of the description. In an operation, what a reference leads to stands in its place. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Of responses only. */
  readonly readOnly?: boolean;
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
}

/** Keywords that hold one schema, a list of schemas, and schemas by name. Source: JSON Schema 2020-12, Core, section 10. */
const holdingOne = new Set([
  ...["items", "contains", "additionalProperties", "propertyNames", "contentSchema"],
  ...["unevaluatedItems", "unevaluatedProperties", "not", "if", "then", "else"],
]);
const holdingList = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const holdingNamed = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);

/** The same schema, with each schema directly inside it replaced. */
export function mapSubschemas(schema: object, replace: (inner: unknown, path: Path) => unknown) {
  return mapMembers(schema, (value, keyword) => {
    if (holdingOne.has(keyword)) return replace(value, [keyword]);
    if (holdingList.has(keyword) && Array.isArray(value))
      return value.map((inner, index) => replace(inner, [keyword, index]));
    if (holdingNamed.has(keyword) && isObject(value))
      return mapMembers(value, (inner, name) => replace(inner, [keyword, name]));
    return value;
  });
}

/** The same object, with each member replaced. */
export function mapMembers(value: object, replace: (member: unknown, name: string) => unknown) {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replace(member, name)]));
}

/** Is it an object, and no array? */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Follows a schema's `$ref`, and folds its `allOf` into one schema: a member or keyword that is given twice counts once. */
export function resolveSchema(document: object, schema: Schema): Schema {
  if (schema.$ref !== undefined) {
    const target = atPointer(document, schema.$ref)?.value;
    return isObject(target) ? resolveSchema(document, target as Schema) : schema;
  }
  const { allOf, ...own } = schema;
  if (allOf === undefined) return schema;
  const parts: readonly Schema[] = [...allOf.map((part) => resolveSchema(document, part)), own];
  const properties = Object.assign({}, ...parts.map((part) => part.properties)) as Record<string, Schema>;
  const required = [...new Set(parts.flatMap((part) => part.required ?? []))];
  const isOfObjects = parts.some((part) => part.properties ?? part.required);
  return { ...(Object.assign({}, ...parts) as Schema), ...(isOfObjects ? { required, properties } : {}) };
}
