import { expect, it } from "vitest";
import { rareIdOf } from "../../src/values/index.js";
import { describePaths, reads } from "../contracts/described.js";

/** A read of items whose ids have this pattern. */
function readOf(schema: object) {
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string", ...schema } }];
  const { operations } = describePaths({ "/items/{id}": { parameters, get: reads("getItem", {}) } });
  return operations.get("getItem");
}

it.each<[string, object, RegExp]>([
  ["a letter and digits", { pattern: "^C[0-9]+$" }, /^C[1-9][0-9]{4,}$/],
  ["one to nine digits", { pattern: "^[0-9]{1,9}$" }, /^[1-9][0-9]{5,8}$/],
  ["few letters", { pattern: "^[A-Z]{2}-[0-9]{8}$" }, /^[A-Z]{2}-[1-9][0-9]{7}$/],
])("an id that no item has is long: %s", (_, schema, expected) => {
  const read = readOf(schema);
  const made = ["abcdefgh", "zyxwvuts", "pedigree"].map((marker) => read && rareIdOf(read, marker));
  for (const each of made) expect(each).toMatch(expected);
});

it.each<[string, object]>([
  ["three digits", { pattern: "^[0-9]{3}$" }],
  ["two letters", { pattern: "^[a-z]{2}$" }],
])("no id is surely of nobody where all are short: %s", (_, schema) => {
  const read = readOf(schema);
  expect(read && rareIdOf(read, "abcdefgh")).toBeUndefined();
});
