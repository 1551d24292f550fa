import { describe, expect, it } from "vitest";
import { splitByOperation } from "../../src/description/index.js";
import type { AnySchema } from "../../src/schema/index.js";
import type { ApiState } from "../../src/session/api-state.js";
import { createRequests } from "../../src/session/request-knowledge.js";
import { givenValues } from "../../src/session/request-values.js";

const operations = ["add", "add.flag"];

/** Returns the values of two requests of an operation for a member. */
function valuesOf(stated: object, operation: string, member: string, schema: AnySchema = { type: "string" }) {
  let words = 0;
  const marker = () => {
    words += 1;
    return `word${words}`;
  };
  const requests = createRequests({ marker, nonce: marker });
  const known = splitByOperation({ ...stated }, operations);
  const state = { contract: { known }, requests, words: { marker } } as unknown as ApiState;
  return [1, 2].map(() => givenValues(state, { id: operation })(member, schema));
}

describe("a value that the user gives", () => {
  it.each([
    ["holds for every operation", { name: "a" }, "add", "name", ["a", "a"]],
    ["by an operation beats that of all", { name: "a", "add.name": "b" }, "add", "name", ["b", "b"]],
    ["by an operation holds for no other", { "add.name": "b" }, "list", "name", [undefined, undefined]],
    ["belongs to the longest operation id", { "add.flag.name": "b" }, "add.flag", "name", ["b", "b"]],
    [
      "belongs to no shorter operation id",
      { "add.flag.name": "b" },
      "add",
      "flag.name",
      [undefined, undefined],
    ],
    ["counts", { name: "pg{n}.example." }, "add", "name", ["pg1.example.", "pg2.example."]],
    ["has a word", { name: "pg-{word}" }, "add", "name", ["pg-word1", "pg-word2"]],
    ["has braces where they are doubled", { name: "{{n}} {{}}" }, "add", "name", ["{n} {}", "{n} {}"]],
    ["is one of several, in turn", { name: ["a", "b"] }, "add", "name", ["a", "b"]],
    ["is one of the rows, in turn", { name: { rows: ["{a}", "b"] } }, "add", "name", ["{a}", "b"]],
  ] as const)("%s", (_, stated, operation, member, expected) => {
    expect(valuesOf(stated, operation, member)).toEqual(expected);
  });

  it.each([
    ["is a number where that is described", { port: "80{n}" }, { type: "integer" }, [801n, 802n]],
    ["is a number in a row, too", { port: { rows: ["80", "81"] } }, { type: "integer" }, [80n, 81n]],
    [
      "stays a list where that is described",
      { port: ["a"] },
      { type: "array", items: { type: "string" } },
      [["a"], ["a"]],
    ],
    [
      "is one of several lists",
      { port: [["a"], ["b"]] },
      { type: "array", items: { type: "string" } },
      [["a"], ["b"]],
    ],
    ["may be a text where a list is described", { port: "a" }, { type: "array" }, ["a", "a"]],
  ] as const)("%s", (_, stated, schema, expected) => {
    expect(valuesOf(stated, "add", "port", schema as AnySchema)).toEqual(expected);
  });
});
