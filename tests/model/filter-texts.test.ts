import { expect, it } from "vitest";
import { statedFacts } from "../../src/model/filter-facts.js";
import { filtersOf } from "../../src/model/index.js";
import { describePaths, json } from "../contracts/described.js";

it.each([
  ["Shows boats whose `name` contains this text.", true],
  ["Boats whose `name` contains this text, in any case. Capitals and small letters do not count.", true],
  ["Boats whose `name` contains this text. Notes count like names.", false],
  ["Boats whose `name` contains this text. So does a note.", false],
  ["Boats whose `name` contains this text, or whose note does.", false],
])("a text is looked for in one member: %s is %s", (text, isOfOneText) => {
  expect(statedFacts(text).isOfOneText).toBe(isOfOneText);
});

it.each([
  ["Only boats with this status.", 1],
  ["Boats that have this status.", 1],
  ["Boats that have reached this status, even if they went on since.", 0],
  ["Boats that were ever in this status.", 0],
])("items are in the state that is asked for: %s", (description, count) => {
  const status = { type: "string", enum: ["new", "open", "closed"] };
  const boats = { type: "array", items: { type: "object", properties: { id: { type: "string" }, status } } };
  const { operations } = describePaths({
    "/boats": {
      get: {
        operationId: "list",
        parameters: [{ name: "status", in: "query", schema: status, description }],
        responses: { 200: { description: "All.", ...json(boats) } },
      },
    },
  });
  const list = operations.get("list");
  expect(list === undefined ? [] : filtersOf(list)).toHaveLength(count);
});
