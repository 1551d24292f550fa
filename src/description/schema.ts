import { atPointer, isObject } from "./pointer.js";

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
