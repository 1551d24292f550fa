import { isFraction, isJsonObject, type Json } from "../json/index.js";

const types: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  integer: (value) => typeof value === "bigint",
  number: (value) => typeof value === "bigint" || isFraction(value),
  array: (value) => Array.isArray(value),
  object: isJsonObject,
  null: (value) => value === null,
};

/** Does the value have this type? Any value has a type that is not said, or not known here. */
export function isOfType(type: string | undefined, value: Json): boolean {
  return types[type ?? ""]?.(value) ?? true;
}
