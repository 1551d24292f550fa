import { isFraction, isJsonObject, type Json, numberAsWritten } from "../../../json/index.js";

/** The value of a JSON text as JavaScript has it. An integer beyond 2^53 stays a `bigint`. */
export function plainOf(json: Json | undefined): unknown {
  if (typeof json === "bigint") return Number.isSafeInteger(Number(json)) ? Number(json) : json;
  if (json !== undefined && isFraction(json)) return Number(json.value);
  if (Array.isArray(json)) return json.map(plainOf);
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, plainOf(member)]));
}

/** The JSON value that a value of JavaScript stands for. Members without a value are left out. @throws TypeError for what is none */
export function jsonOf(value: unknown): Json {
  if (value === null || typeof value === "boolean" || typeof value === "string" || typeof value === "bigint")
    return value;
  if (typeof value === "number" && Number.isFinite(value))
    return Number.isSafeInteger(value) ? BigInt(value) : numberAsWritten(`${value}`);
  if (Array.isArray(value)) return value.map(jsonOf);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || ![Object.prototype, null].includes(Object.getPrototypeOf(value)))
    throw new TypeError(`a body cannot hold ${String(value)}`);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, jsonOf(member)]),
  );
}
