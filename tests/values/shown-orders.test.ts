import { expect, it } from "vitest";
import type { Json } from "../../src/json/index.js";
import { orderedPairs, orderOf } from "../../src/values/index.js";

it.each<[string, Json, Json, "before" | "after" | "same" | undefined]>([
  ["numbers go by their size", 9n, 10n, "before"],
  ["so do equal ones", 10n, 10n, "same"],
  ["words go by their first letters", "fox", "bear", "after"],
  ["not by the others, which languages sort in their own ways", "bear", "bird", undefined],
  ["nor by letters that some languages sort in another place", "zoo", "bear", undefined],
  ["nor by capitals", "Fox", "bear", undefined],
  ["moments of one zone go by what they show", "2026-01-01T10:00:00.1Z", "2026-01-01T10:00:00.2Z", "before"],
  ["also below a millisecond", "2026-01-01T10:00:00.000002Z", "2026-01-01T10:00:00.000001Z", "after"],
  ["moments of two zones do not", "2026-01-01T10:00:00Z", "2026-01-01T10:30:00+02:00", undefined],
  ["unless they are days apart", "2026-01-01T10:00:00Z", "2026-01-09T10:30:00+02:00", "before"],
  ["days go by what they show", "2026-01-02", "2026-01-01", "after"],
  ["numbered ids of one length have one order", "ord_0009", "ord_0010", "before"],
  ["those of two lengths have two", "ord_9", "ord_10", undefined],
  [
    "so have UUIDs",
    "0b2f1c1e-1111-4111-8111-111111111111",
    "9b2f1c1e-1111-4111-8111-111111111111",
    undefined,
  ],
  ["random ids of one form have one", "ord_7f3a9c21", "ord_1f3a9c21", "after"],
  ["nothing has none", null, 1n, undefined],
])("%s: %s, %s", (_, left, right, due) => {
  const order = orderOf(left, right);
  const shown = order === undefined ? undefined : order === 0 ? "same" : order < 0 ? "before" : "after";
  expect(shown).toBe(due);
});

it.each<[readonly Json[], "up" | "down" | "either", number, number]>([
  [[1n, 2n, 3n], "up", 3, 0],
  [[1n, 2n, 3n], "down", 0, 3],
  [[3n, 2n, 1n], "either", 3, 0],
  [[2n, 1n, 3n], "up", 2, 1],
  [[1n, null, 1n], "up", 0, 0],
])("%s is compared %swards: %s pairs are in order, and %s are not", (values, way, kept, broken) => {
  expect(orderedPairs(values, way)).toEqual({ kept, broken });
});
