import { describe, expect, it } from "vitest";
import { failedIn, type Item } from "./deviations.js";
import { judgeShelf, type Shelf } from "./shelf.js";

const text = { type: "string", maxLength: 40 };
const texts = { type: "array", items: text };
const line = {
  type: "object",
  required: ["label", "amount"],
  properties: { label: text, amount: { type: "integer" } },
};
const lines = { type: "array", items: line };
const phone = {
  type: "object",
  required: ["number"],
  properties: {
    number: { type: "string", pattern: "^[+][0-9]{9,15}$" },
    kind: { type: "string", enum: ["home", "work"] },
  },
};
const phones = { type: "array", maxItems: 3, items: phone };
const numbers = {
  type: "array",
  minItems: 2,
  maxItems: 3,
  items: { type: "number", minimum: -100, maximum: 100 },
};

type Change = (list: readonly Item[]) => readonly unknown[];

/** Stores a list that was sent in a way of its own. */
function storing(name: string, change: (list: never) => unknown): Pick<Shelf, "create"> {
  return {
    create: (sent) => ({
      ...sent,
      ...(Array.isArray(sent[name]) ? { [name]: change(sent[name] as never) } : {}),
    }),
  };
}

const reversed: Change = (list) => list.toReversed();
const sorted: Change = (list) => list.toSorted();
const small = (list: readonly string[]): readonly string[] => list.map((each) => each.toLowerCase());
const rounded = (list: readonly number[]): readonly number[] => list.map(Math.round);

describe("a list may be shown otherwise than it was sent, where", () => {
  it.each<[string, Shelf]>([
    ["it is not", { properties: { aliases: texts, lines, position: numbers } }],
    ["it is sorted", { properties: { aliases: texts }, ...storing("aliases", sorted) }],
    [
      "it is sorted the other way round",
      {
        properties: { aliases: texts },
        ...storing("aliases", (list: string[]) => sorted(list as never).toReversed()),
      },
    ],
    [
      "numbers are sorted",
      {
        properties: { marks: numbers },
        ...storing("marks", (list: number[]) => list.toSorted((a, b) => a - b)),
      },
    ],
    [
      "its items have numbers that count down",
      {
        properties: { lines },
        ...storing("lines", (list: Item[]) =>
          list.map((each, index) => ({ ...each, line: index })).toReversed(),
        ),
      },
    ],
    [
      "it is sorted by a member of its items",
      {
        properties: { lines },
        ...storing("lines", (list: Item[]) =>
          list.toSorted((a, b) => Number(b["amount"]) - Number(a["amount"])),
        ),
      },
    ],
    [
      "it is a set",
      { properties: { aliases: { ...texts, uniqueItems: true } }, ...storing("aliases", reversed) },
    ],
    [
      "it is a set, whose order need not be kept",
      {
        properties: { labels: { ...texts, uniqueItems: true, description: "The order need not be kept." } },
        ...storing("labels", reversed),
      },
    ],
    [
      "it is shown as a set",
      {
        properties: { aliases: texts },
        shownAs: { aliases: { ...texts, uniqueItems: true } },
        ...storing("aliases", reversed),
      },
    ],
    ["its texts are in small letters", { properties: { tags: texts }, ...storing("tags", small) }],
    ["it has tags", { properties: { tags: texts }, ...storing("tags", reversed) }],
    [
      "it has permissions",
      { properties: { userPermissions: texts }, ...storing("userPermissions", reversed) },
    ],
    [
      "it is shown as objects in another order",
      {
        properties: { aliases: texts },
        shownAs: { aliases: undefined },
        ...storing("aliases", () => undefined),
      },
    ],
    [
      "more than one item is refused",
      {
        properties: { lines },
        refuse: ({ lines: sent }) => (Array.isArray(sent) && sent.length > 1 ? 422 : 0),
      },
    ],
    ["it has room for two", { properties: { pair: { ...texts, maxItems: 2 } } }],
    [
      "its texts are in a form of the server's",
      {
        properties: { phones },
        shownAs: { phones: {} },
        ...storing("phones", (list: Item[]) =>
          list.map(({ number }) => `${number}`.replace("+", "00")).toReversed(),
        ),
      },
    ],
    [
      "it is sorted by its texts",
      {
        properties: { phones },
        ...storing("phones", (list: Item[]) =>
          list.toSorted((a, b) => (`${a["number"]}` < `${b["number"]}` ? -1 : 1)),
        ),
      },
    ],
    ["its numbers are chosen by the server", { properties: { levels: { ...numbers, readOnly: true } } }],
    [
      "whole numbers are asked for",
      {
        properties: { position: { ...numbers, items: { type: "integer" } } },
        ...storing("position", rounded),
      },
    ],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf(shelf))).toEqual([]);
  });
});

describe("a list is found that is", () => {
  it.each<[string, Shelf]>([
    ["reversed, of texts", { properties: { stops: texts }, ...storing("stops", reversed) }],
    ["reversed, of objects", { properties: { lines }, ...storing("lines", reversed) }],
    ["reversed, of objects without a word", { properties: { phones }, ...storing("phones", reversed) }],
    ["reversed, of given names", { properties: { givenNames: texts }, ...storing("givenNames", reversed) }],
    ["reversed, of numbers", { properties: { ranks: numbers }, ...storing("ranks", reversed) }],
    [
      "shown with its last item first",
      {
        properties: { steps: { ...texts, maxItems: 5 } },
        ...storing("steps", (list: unknown[]) => [list[0], ...list.slice(1).toReversed()]),
      },
    ],
    [
      "sorted, of labels whose order is kept",
      {
        properties: {
          labels: { ...texts, uniqueItems: true, description: "Kept in the order in which they were sent." },
        },
        ...storing("labels", sorted),
      },
    ],
    [
      "in small letters, of texts that are kept as they are sent",
      {
        properties: { tags: { ...texts, uniqueItems: true, description: "Stored exactly as sent." } },
        ...storing("tags", small),
      },
    ],
    ["rounded", { properties: { position: numbers }, ...storing("position", rounded) }],
    [
      "cut to one decimal",
      {
        properties: { position: numbers },
        ...storing("position", (list: number[]) => list.map((each) => Math.floor(each * 10) / 10)),
      },
    ],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf({ ...shelf, methods: ["GET", "DELETE"] }))).toEqual([
      "addThing: read back",
    ]);
  });
});
