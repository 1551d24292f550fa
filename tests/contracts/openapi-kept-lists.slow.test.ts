import { describe, expect, it } from "vitest";
import { failedIn, type Item } from "./deviations.js";
import { judgeShelf, type Shelf } from "./shelf.js";

const text = { type: "string" };
const sizes = { type: "array", items: { type: "integer" } };
const weights = { type: "array", items: { type: "number" }, minItems: 2 };
const parts = {
  type: "array",
  items: {
    type: "object",
    properties: { label: { ...text, maxLength: 6 }, amount: { type: "integer", minimum: 3 } },
  },
};
const code = { type: "string", pattern: "^[A-Z]{3}-[0-9]{3}$" };
const short = { type: "string", maxLength: 5 };

const labels = { type: "object", additionalProperties: text };
const prices = { type: "object", additionalProperties: { type: "integer" } };

const titles = {
  type: "object",
  required: ["en"],
  propertyNames: { enum: ["en", "de", "ja"] },
  additionalProperties: text,
};

/** What is stored in place of a member. */
const instead =
  (name: string, change: (value: never) => unknown) =>
  (sent: Item): Item => ({ ...sent, ...(name in sent && { [name]: change(sent[name] as never) }) });
const keep = (name: string, change: (value: never) => unknown): Pick<Shelf, "create"> => ({
  create: instead(name, change),
});

describe("what is not kept of a creation is found:", () => {
  it.each<[string, Shelf]>([
    ["a list of numbers is emptied", { properties: { sizes }, ...keep("sizes", () => []) }],
    [
      "one number of a list is another",
      { properties: { weights }, ...keep("weights", ([first]: number[]) => [first, 77.5]) },
    ],
    [
      "objects of a list lose a number",
      { properties: { parts }, ...keep("parts", (all: Item[]) => all.map(({ amount: _, ...part }) => part)) },
    ],
    [
      "objects of a list have another number",
      {
        properties: { parts },
        ...keep("parts", (all: Item[]) => all.map((part) => ({ ...part, amount: 99 }))),
      },
    ],
    ["objects of a list are lost", { properties: { parts }, ...keep("parts", () => []) }],
    ["a code is another", { properties: { code }, ...keep("code", () => "QQQ-000") }],
    ["a code is not stored", { properties: { code }, create: ({ code: _, ...sent }) => sent }],
    [
      "a short text is cut",
      { properties: { short }, ...keep("short", (value: string) => value.slice(0, 2)) },
    ],
    ["a map is emptied", { properties: { labels }, ...keep("labels", () => ({})) }],
    ["a map is not stored", { properties: { labels }, create: ({ labels: _, ...sent }) => sent }],
    [
      "a number in a map is another",
      {
        properties: { prices },
        ...keep("prices", (all: Item) => Object.fromEntries(Object.keys(all).map((name) => [name, 99]))),
      },
    ],
    [
      "one language of a map is lost",
      { properties: { titles }, ...keep("titles", ({ ja: _, ...others }: Item) => others) },
    ],
    [
      "the languages of a map all have one title",
      {
        properties: { titles: { ...titles, propertyNames: {}, examples: [{ en: "Night", de: "Nacht" }] } },
        ...keep("titles", (all: Item) =>
          Object.fromEntries(Object.keys(all).map((name) => [name, all["en"]])),
        ),
      },
    ],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf(shelf))).toEqual(["addThing: read back"]);
  });
});

const colours = { type: "array", items: { type: "integer" } };

describe("what a server may make of it is no failure:", () => {
  it.each<[string, Shelf]>([
    ["everything is kept", { properties: { sizes, weights, parts, code, short } }],
    [
      "lists in another order, and with more",
      {
        properties: { sizes, weights },
        ...keep("weights", (all: number[]) => [...all, 5].toReversed()),
      },
    ],
    [
      "a list without what is there twice",
      {
        properties: { weights },
        shownAs: { weights: { type: "array" } },
        ...keep("weights", (all: number[]) => [...new Set(all)]),
      },
    ],
    [
      "objects of a list with members of the server's",
      {
        properties: { parts },
        ...keep("parts", (all: Item[]) => all.map((part, index) => ({ ...part, id: index, price: 3 }))),
      },
    ],
    [
      "numbers for texts",
      {
        properties: { weights },
        shownAs: { weights: {} },
        show: instead("weights", (all: number[]) => all.map(String)),
      },
    ],
    [
      "ids that lead to objects",
      {
        properties: { colours },
        shownAs: { colours: {} },
        show: instead("colours", (all: number[]) => all.map((id) => ({ id }))),
      },
    ],
    ["ids that lead nowhere", { properties: { thingIds: colours }, ...keep("thingIds", () => []) }],
    [
      "a code in small letters, without its sign",
      {
        properties: { code },
        shownAs: { code: text },
        show: instead("code", (value: string) => value.toLowerCase().replace("-", "")),
      },
    ],
    [
      "a short text in capitals, padded",
      {
        properties: { short },
        shownAs: { short: text },
        show: instead("short", (value: string) => `0${value.toUpperCase()}`),
      },
    ],
    [
      "a text that is said to be kept in small letters",
      {
        properties: { motto: { ...text, description: "Kept in lower case" } },
        ...keep("motto", (value: string) => value.toLowerCase()),
      },
    ],
    [
      "a code in capitals",
      { properties: { code: text }, ...keep("code", (value: string) => value.toUpperCase()) },
    ],
    [
      "no more of a token than its end",
      { properties: { token: text }, show: instead("token", (value: string) => `****${value.slice(-3)}`) },
    ],
    ["a state of its own", { properties: { state: text }, ...keep("state", () => "draft") }],
    ["maps as they were sent", { properties: { labels, prices } }],
    [
      "a map of which the server knows the entries",
      { properties: { prices }, ...keep("prices", () => ({})) },
    ],
    [
      "no map where the server knows none of its entries",
      {
        properties: { prices },
        create: ({ prices: _, ...sent }) => sent,
        change: ({ prices: _, ...sent }, before) => ({ ...before, ...sent }),
      },
    ],
    [
      "a map that has other entries besides",
      { properties: { labels }, ...keep("labels", (all: Item) => ({ ...all, origin: "shelf" })) },
    ],
    ["titles in all languages", { properties: { titles } }],
    [
      "titles in the languages that the server knows",
      {
        properties: { titles: { ...titles, propertyNames: {}, examples: [{ en: "Night", de: "Nacht" }] } },
        ...keep("titles", ({ en }: Item) => ({ en })),
      },
    ],
    [
      "a map whose entries it refuses",
      {
        properties: { labels },
        refuse: (sent) => (Object.keys((sent["labels"] ?? {}) as Item).length > 0 ? 422 : 0),
      },
    ],
    ["a short secret that is not shown", { properties: { pin: short }, show: ({ pin: _, ...item }) => item }],
    [
      "a language that the server does not know",
      { properties: { locale: short }, ...keep("locale", () => "en") },
    ],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf({ methods: ["GET", "PATCH", "DELETE"], ...shelf }))).toEqual([]);
  });
});
