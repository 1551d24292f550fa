import { expect, it } from "vitest";
import type { Json } from "../../src/json/index.js";
import { itemsIn, rowSchemasOf, textsIn } from "../../src/model/index.js";
import { adds, describePaths, json } from "../contracts/described.js";

const page = (row: object): object => ({
  type: "object",
  properties: { items: { type: "array", items: row } },
});

it("prefers the rows of a 200 to those of a 201, where both are described", () => {
  const shown = { 200: { description: "Shown", ...json(page({ type: "string" })) } };
  const added = page({ type: "object" });
  const { operations } = describePaths({
    "/both": { post: adds("both", { type: "object" }, added, shown) },
    "/one": { post: adds("one", { type: "object" }, added) },
  });
  const types = ["both", "one"].map((id) => {
    const operation = operations.get(id);
    return operation && rowSchemasOf(operation).map(({ type }) => type);
  });
  expect(types).toEqual([["string"], ["object"]]);
});

it.each<[string, Json, readonly string[], number]>([
  ["an array", ["a", "b"], ["a", "b"], 0],
  ["the only array that has some", { tags: ["a"], errors: [] }, ["a"], 0],
  ["an array in an envelope", { data: { items: ["a"] } }, ["a"], 0],
  ["two arrays, which leave it open", { tags: ["a"], more: ["b"] }, [], 0],
  ["an array of items", [{ id: 1n }, { id: 2n }], [], 2],
  ["an item, whose envelopes are its own", { id: 1n, data: { items: ["a"] } }, [], 0],
])("reads texts and items of %s in the same way", (_, body, texts, items) => {
  expect(textsIn(body)).toEqual(texts);
  expect(itemsIn(body)).toHaveLength(items);
});
