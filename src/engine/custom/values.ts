import type { Failure } from "../../checks/index.js";
import type { Breach, ResponsePlace } from "../../description/index.js";
import { isFraction, isJsonObject, type Json, numberAsWritten } from "../../json/index.js";

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

/**
 * How a response breaks a promise, as findings say it: undefined where it keeps it.
 * @param value what the code of a check has returned: anything
 * @throws TypeError for what says nothing
 */
export function failureOf(value: unknown): Failure | undefined {
  if (value === undefined) return undefined;
  if (value instanceof Promise) throw new TypeError("it must not be async");
  const { expected, actual, at = { in: "status" } } = (value ?? {}) as Partial<Breach>;
  if (typeof expected !== "string" || typeof actual !== "string")
    throw new TypeError("give undefined, or { expected, actual, at } with two texts");
  return { problem: "broken", expected, actual, at: placeOf(at) };
}

/** @throws TypeError for a place that no response has */
function placeOf(at: ResponsePlace): ResponsePlace {
  if (at?.in === "status") return { in: "status" };
  if (at?.in === "header" && typeof at.name === "string")
    return { in: "header", name: at.name.toLowerCase() };
  if (at?.in === "body" && typeof at.pointer === "string") return { in: "body", pointer: at.pointer };
  throw new TypeError('at is { in: "status" }, { in: "header", name } or { in: "body", pointer }');
}
