import { expect, it } from "vitest";
import { statedFacts } from "../../src/model/filter-facts.js";
import { type Filter, filtersOf, type TimeFilter, testedFilters } from "../../src/model/index.js";
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

/** The parameters by which a list of boats is asked, besides pages and orders. */
function questionsOf(parameter: object): readonly (Filter | TimeFilter)[] {
  const [id, built] = [{ type: "string" }, { type: "string", format: "date" }];
  const members = { id, ownerId: id, folderId: id, builtOn: built };
  const boats = { type: "array", items: { type: "object", properties: members } };
  const { operations } = describePaths({
    "/boats": {
      get: {
        operationId: "list",
        parameters: [{ in: "query", ...parameter }],
        responses: { 200: { description: "All.", ...json(boats) } },
      },
    },
  });
  const list = operations.get("list");
  return list === undefined ? [] : testedFilters(list);
}

it.each<[string, object, string | undefined]>([
  ["Only boats built after this day; the day itself does not count.", { name: "builtAfter" }, "exclusive"],
  ["Only boats built on this day or later.", { name: "builtAfter" }, "inclusive"],
  ["Boats built after this day, and those without one.", { name: "builtAfter" }, undefined],
])("the end of a bound is read from %j", (description, parameter, end) => {
  const [found] = questionsOf({ ...parameter, description, schema: { type: "string", format: "date" } });
  expect(found?.states.end).toBe(end);
});

it.each([
  ["ownerId", "Only boats of this owner.", 1],
  ["ownerId", "Boats that this owner may see.", 0],
  ["folderId", "Only boats of this folder.", 0],
])("%s with the text %j asks for the very one: %j", (name, description, count) => {
  expect(questionsOf({ name, description, schema: { type: "string" } })).toHaveLength(count);
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
