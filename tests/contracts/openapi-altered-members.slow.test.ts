import { describe, expect, it } from "vitest";
import { failedIn, type Item } from "./deviations.js";
import { judgeShelf, type Shelf } from "./shelf.js";

const word = { type: "string", minLength: 1, maxLength: 40 };
/** One member of each kind. */
const properties = {
  done: { type: "boolean" },
  urgent: { type: "boolean" },
  approved: { type: "boolean" },
  pages: { type: "integer", minimum: 1, maximum: 900 },
  note: word,
  dueAt: { type: "string", format: "date-time" },
  kind: { enum: ["small", "large", "round"] },
  tags: { type: "array", items: word, maxItems: 5 },
  sizes: { type: "array", items: { type: "integer", minimum: 1, maximum: 90 }, maxItems: 5 },
  labels: { type: "object", additionalProperties: word },
  address: { type: "object", properties: { street: word, lift: { type: "boolean" } } },
  weight: { type: ["integer", "null"], minimum: 1, maximum: 900 },
} as const;

const without = (item: Item, name: string): Item =>
  Object.fromEntries(Object.entries(item).filter(([each]) => each !== name));
const altered = (item: Item, name: string, value: unknown): Item =>
  Object.hasOwn(item, name) ? { ...item, [name]: value } : item;
/** A change of anything else does this to a member. */
const besides = (name: string, mutate: (item: Item) => Item): Shelf => ({
  properties,
  change: (sent, before) => ({ ...(Object.hasOwn(sent, name) ? before : mutate(before)), ...sent }),
});

describe("a change that loses a member that it is not sent is found:", () => {
  it.each(Object.keys(properties).filter((name) => name !== "approved"))("%s", async (name) => {
    expect(failedIn(await judgeShelf(besides(name, (item) => without(item, name))))).toContain(
      "changeThing: changed",
    );
  });
});

describe("a change that alters a member that it is not sent is found:", () => {
  it.each<[name: string, value: unknown]>([
    ["done", false],
    ["done", true],
    ["urgent", false],
    ["pages", 3],
    ["note", "another"],
    ["dueAt", "1999-01-01T00:00:00Z"],
    ["tags", ["another"]],
    ["sizes", [7]],
    ["labels", {}],
    ["address", { street: "another" }],
    ["weight", null],
  ])("%s to %j", async (name, value) => {
    expect(failedIn(await judgeShelf(besides(name, (item) => altered(item, name, value))))).toEqual([
      "changeThing: changed",
    ]);
  });
});

describe("a list of numbers, or an unusual word, that is lost is found of", () => {
  it.each<[what: string, shelf: Shelf, requirement: string]>([
    ["a creation", { properties, create: (sent) => without(sent, "sizes") }, "addThing: read back"],
    ["a replacement", { properties, replace: (sent) => without(sent, "sizes") }, "putThing: replaced"],
    ["a creation, of words", { properties, create: (sent) => without(sent, "kind") }, "addThing: read back"],
    [
      "a replacement, of words",
      { properties, replace: (sent) => without(sent, "kind") },
      "putThing: replaced",
    ],
  ])("%s", async (_, shelf, requirement) => {
    expect(failedIn(await judgeShelf(shelf))).toContain(requirement);
  });
});

describe("a response that shows another item than is read then is found of", () => {
  const answer = (name: string, value: unknown): Shelf => ({
    properties,
    answer: (shown) => altered(shown, name, value),
  });

  it.each<[name: string, value: unknown, requirements: readonly string[]]>([
    ["urgent", false, ["addThing: read back", "putThing: replaced", "changeThing: changed"]],
    ["pages", 3, ["addThing: read back", "putThing: replaced", "changeThing: changed"]],
  ])("%s", async (name, value, requirements) => {
    expect(failedIn(await judgeShelf(answer(name, value)))).toEqual(
      expect.arrayContaining([...requirements]),
    );
  });
});

describe("nothing is found of a server", () => {
  it.each<[what: string, shelf: Shelf]>([
    ["that keeps what it is sent", { properties }],
    [
      "that no longer approves what was edited",
      besides("approved", (item) => altered(item, "approved", false)),
    ],
    [
      "in which two flags depend on each other",
      {
        properties,
        change: (sent, before) => ({
          ...before,
          ...sent,
          ...(sent["urgent"] === false ? { done: false } : {}),
        }),
      },
    ],
    [
      "that leaves out the usual word",
      { properties, show: (item) => (item["kind"] === "small" ? without(item, "kind") : item) },
    ],
    [
      "that answers with a part",
      { properties, answer: (shown) => ({ id: shown["id"], name: shown["name"], note: shown["note"] }) },
    ],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf(shelf))).toEqual([]);
  });
});
