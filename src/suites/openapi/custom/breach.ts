import type { Failure } from "../../../checks/index.js";
import type { Breach, ResponsePlace } from "../../../description/index.js";

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
