import type { Schema } from "../description/index.js";

/** A schema that may say more than the engine's own description of it names. */
export interface AnySchema extends Omit<Schema, "type" | "enum" | "items" | "properties" | "allOf"> {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly writeOnly?: boolean;
  readonly additionalProperties?: boolean | AnySchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly propertyNames?: AnySchema;
  readonly patternProperties?: Readonly<Record<string, AnySchema>>;
  readonly items?: AnySchema;
  readonly prefixItems?: readonly AnySchema[];
  readonly properties?: Readonly<Record<string, AnySchema>>;
  readonly not?: AnySchema;
  readonly contains?: AnySchema;
  readonly minContains?: number;
  readonly unevaluatedProperties?: boolean | AnySchema;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly if?: AnySchema;
  readonly then?: AnySchema;
  readonly else?: AnySchema;
  /** Of a schema that has several parts: those with an `if`. No keyword of JSON Schema. */
  readonly conditions?: readonly AnySchema[];
  readonly allOf?: readonly AnySchema[];
  readonly oneOf?: readonly AnySchema[];
  readonly anyOf?: readonly AnySchema[];
}
