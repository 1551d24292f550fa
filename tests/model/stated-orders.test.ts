import { describe, expect, it } from "vitest";
import { deriveContract } from "../../src/contracts/openapi/index.js";
import { secondOrdersOf, shownSortingsOf, tieOf, usualOrdersOf } from "../../src/model/index.js";
import { describePaths, lists } from "../contracts/described.js";

const words = (all: readonly string[], more: object = {}): object => ({ type: "string", enum: all, ...more });
const event = {
  type: "object",
  required: ["id"],
  properties: {
    id: { type: "string", readOnly: true },
    title: { type: "string" },
    seats: { type: "integer" },
    rank: { type: "integer" },
    startsAt: { type: "string", format: "date-time" },
    closedAt: { type: "string", format: "date-time", readOnly: true },
    createdAt: { type: "string", format: "date-time", readOnly: true },
  },
};

/** A list of events with this text, and these parameters. */
function listOf(description: string, asked: Readonly<Record<string, object>> = {}) {
  const parameters = Object.entries(asked).map(([name, schema]) => ({ name, in: "query", schema }));
  const get = { ...lists("listEvents", event), summary: "List events", description, parameters };
  const [operation] = deriveContract(describePaths({ "/events": { get } })).operations.values();
  if (operation === undefined) throw new Error("no operation");
  return operation;
}

describe("the order that a text states is read", () => {
  it.each<[string, string | undefined]>([
    ["Events are sorted by `startsAt`, the earliest first.", "startsAt up"],
    ["Shows all events, earliest `startsAt` first.", "startsAt up"],
    ["Events come with the latest `startsAt` first.", "startsAt down"],
    ["All events, ordered by seats, descending.", "seats down"],
    ["The events, newest first.", "createdAt down"],
    ["The events, oldest first by `createdAt`.", "createdAt up"],
    ["Most recently started first.", undefined],
    ["The events, most recently closed first.", "closedAt down"],
    ["Most recently touched events first.", undefined],
    ["Lists events, each with its newest talk first.", undefined],
    ["Pass `sort=desc` to get the newest first.", undefined],
    ["Sorted by venue title.", undefined],
    ["Sorted by the number of their seats.", undefined],
    ["Sorted by their seats.", "seats either"],
    ["Events by `startsAt`, the earliest first. Those without it come last.", "startsAt up"],
    ["Events by `startsAt`, the earliest first. Pinned ones lead.", undefined],
    ["Events by `seats`, the lowest first. Closed events come last.", undefined],
    ["Events by `seats`, the lowest first. New ones are at the top for a day.", undefined],
    ["Sorted by `startsAt`, then by `title`, ascending.", "startsAt either"],
    ["Sorted by `rank`, highest first.", "rank either"],
    ["Sorted by `seats`.", "seats either"],
    ["Use `sort` to have them sorted by `seats`.", undefined],
    ["If `q` is absent, sorted by `seats`, ascending.", undefined],
    ["The list is not sorted by `seats`, ascending.", undefined],
  ])("%s", (text, due) => {
    const [found] = usualOrdersOf(listOf(text));
    expect(found && `${found.at.join(".")} ${found.way}`).toBe(due);
  });
});

describe("the order of parameters that are left out is read", () => {
  const sort = words(["seats", "-seats", "createdAt", "-createdAt"], { default: "-createdAt" });
  const by = words(["title", "seats"], { default: "title" });
  it.each<[string, Readonly<Record<string, object>>, readonly string[]]>([
    ["of a sign", { sort }, ["default: createdAt down"]],
    [
      "of a list of words",
      { sort: { type: "array", items: words(["seats", "-seats"]), default: ["-seats"] } },
      ["default: seats down"],
    ],
    [
      "of two parameters",
      { orderBy: by, direction: words(["asc", "desc"], { default: "desc" }) },
      ["default: title down", "seats, without a direction: seats down"],
    ],
    ["not of a direction without a default", { orderBy: by, direction: words(["asc", "desc"]) }, []],
    ["not without any default", { sort: words(["seats", "-seats"]) }, []],
  ])("%s", (_, asked, due) => {
    const found = usualOrdersOf(listOf("", asked)).map(
      ({ label, at, way }) => `${label}: ${at.join(".")} ${way}`,
    );
    expect(found).toEqual(due);
  });
});

it("orders by members of the server are told from those by members of the client", () => {
  const asked = { sort: words(["seats", "-seats", "createdAt", "-createdAt"]) };
  expect(shownSortingsOf(listOf("", asked)).map(({ label }) => label)).toEqual(["createdAt", "-createdAt"]);
});

describe("the member that sorts equal items is read", () => {
  const sort = words(["seats", "-seats"]);
  it.each<[string, Readonly<Record<string, object>>, string | undefined]>([
    ["Equal events are sorted by `id`, ascending, in either direction.", { sort }, "seats, id up"],
    ["Events that are equal in it are sorted by `id`, descending.", { sort }, "seats, id down"],
    ["Equal events are in the order of `title`, ascending.", { sort }, "seats, title up"],
    [
      "Sorted by `startsAt`, the earliest first; events that start at the same time are sorted by `id`, ascending.",
      {},
      "startsAt, id up",
    ],
    ["Events that start at the same time are sorted by `id`, ascending.", {}, undefined],
    ["Equal events may be in the order of `title`.", { sort }, undefined],
  ])("%s", (text, asked, due) => {
    const tie = tieOf(listOf(text, asked));
    expect(tie && `${tie.wanted[0]?.at.join(".")}, ${tie.at.join(".")} ${tie.way}`).toBe(due);
  });
});

it.each<[string, object, readonly string[]]>([
  [
    "a list of two words sorts by both",
    { type: "array", maxItems: 2, items: words(["seats", "-seats", "title", "-title"]) },
    ["seats and then title", "seats and then -title"],
  ],
  [
    "a list of one word does not",
    { type: "array", maxItems: 1, items: words(["seats", "-seats", "title"]) },
    [],
  ],
  ["nor does a word", words(["seats", "-seats", "title", "-title"]), []],
])("%s", (_, sort, due) => {
  expect(secondOrdersOf(listOf("", { sort })).map(([{ label }]) => label)).toEqual(due);
});
