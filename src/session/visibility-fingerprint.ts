import { isJsonObject, type Json, renderJson } from "../json/index.js";
import { matches } from "../model/index.js";
import { type ApiState, markersIn } from "./state.js";

/** A text that has many digits, as telephone and account numbers have. The words of a state have fewer. */
const isOneOfMany = /\d{6}/;

/**
 * The traits by which a list may hide an item: words, flags, absent members, and whether numbers are above zero and times are
 * over. Two items of which this is the same are alike.
 * @param ids names under which an item may have its own id; the ids of others count
 */
export function visibilityFingerprint(state: ApiState, ids: readonly string[], value: Json, name = ""): Json {
  if (Array.isArray(value))
    return (value as readonly Json[]).map((each) => visibilityFingerprint(state, ids, each, name));
  if (isJsonObject(value)) {
    const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
    return Object.fromEntries(
      members.map(([member, each]) => [member, visibilityFingerprint(state, ids, each, member)]),
    );
  }
  if (value === null || typeof value === "boolean") return value;
  if (matches(name, "of-itself") || ids.includes(name)) return "its own";
  if (typeof value !== "string") return `${Math.sign(Number(renderJson(value)))}`;
  if (markersIn(state, value).length > 0) return "a text of the run";
  const time = /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time) && isOneOfMany.test(value)) return "a text of its own";
  return Number.isNaN(time) ? value : time < state.clock.now.getTime() ? "past" : "to come";
}
