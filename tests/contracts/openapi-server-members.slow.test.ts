import { describe, expect, it } from "vitest";
import { failedIn, type Item } from "./deviations.js";
import { judgeShelf, type Shelf } from "./shelf.js";

const readOnly = (schema: object) => ({ ...schema, readOnly: true });
const checked = readOnly({ type: "boolean" });
const grade = readOnly({ enum: ["plain", "fine", "best"] });
const score = readOnly({ type: "number" });
const percent = readOnly({ type: "integer", minimum: 0, maximum: 100 });
const audit = readOnly({
  type: "object",
  properties: { by: { type: "string" }, times: { type: "integer" } },
});
const marks = readOnly({ type: "array", items: { type: "string" } });
const maker = {
  type: "object",
  properties: { town: { type: "string" }, rating: readOnly({ type: "number" }) },
};
const parts = {
  type: "array",
  minItems: 2,
  items: {
    type: "object",
    required: ["label"],
    properties: {
      label: { type: "string" },
      price: readOnly({ type: "string", pattern: "^[0-9]{1,9}\\.[0-9]{2}$" }),
    },
  },
};
const createdAt = readOnly({ type: "string", format: "date-time" });

const without = (item: Item, ...names: readonly string[]): Item =>
  Object.fromEntries(Object.entries(item).filter(([each]) => !names.includes(each)));
/** An item of which the server writes a member. */
const own = (name: string, value: unknown): Pick<Shelf, "create" | "replace" | "change"> => ({
  create: (sent) => ({ ...sent, [name]: value }),
  replace: (sent) => ({ ...sent, [name]: value }),
  change: (sent, before) => ({ ...before, ...sent, [name]: value }),
});
const has = (sent: Item, ...names: readonly string[]): boolean => names.some((each) => each in sent);

const inAll = ["addThing", "putThing", "changeThing"].map((id) => `${id}: readOnly members`);

describe("a member that is readOnly and taken over is found:", () => {
  it.each<[string, Shelf, readonly string[]]>([
    ["a boolean", { properties: { checked } }, inAll],
    ["a word", { properties: { grade } }, inAll],
    ["a fraction", { properties: { score } }, inAll],
    ["a number of few", { properties: { percent } }, inAll],
    ["an object", { properties: { audit } }, inAll],
    ["a list", { properties: { marks } }, inAll],
    [
      "a member of an object that the client writes",
      { properties: { maker }, required: ["name", "maker"] },
      inAll,
    ],
    ["a member of the items of a list", { properties: { parts }, required: ["name", "parts"] }, inAll],
    [
      "a time that is shown in another way",
      {
        properties: { createdAt },
        show: (item) =>
          "createdAt" in item ? { ...item, createdAt: new Date(`${item["createdAt"]}`).toISOString() } : item,
      },
      inAll,
    ],
    [
      "what only the read shows",
      { properties: { checked }, answer: (shown) => without(shown, "checked") },
      inAll,
    ],
    [
      "one beside another that is refused",
      { properties: { createdAt, score }, refuse: (sent) => (has(sent, "createdAt") ? 422 : 0) },
      inAll,
    ],
    [
      "by a change alone",
      {
        properties: { checked },
        ...own("checked", false),
        change: (sent, before) => ({ ...before, ...sent }),
      },
      ["changeThing: readOnly members"],
    ],
  ])("%s", async (_, shelf, expected) => {
    expect(failedIn(await judgeShelf(shelf))).toEqual(expected);
  });
});

describe("a server that writes these members itself conforms:", () => {
  it.each<[string, Shelf]>([
    ["a boolean that is true", { properties: { checked }, ...own("checked", true) }],
    ["a boolean that is false", { properties: { checked }, ...own("checked", false) }],
    ["the first word", { properties: { grade }, ...own("grade", "plain") }],
    ["the largest number", { properties: { percent }, ...own("percent", 100) }],
    ["a list of its own", { properties: { marks }, ...own("marks", ["new"]) }],
    ["an object of its own", { properties: { audit }, ...own("audit", { by: "somebody", times: 1 }) }],
    [
      "a rating of its own in an object of the client's",
      {
        properties: { maker },
        show: (item) =>
          "maker" in item ? { ...item, maker: { ...(item["maker"] as Item), rating: 4.5 } } : item,
      },
    ],
    [
      "a price of its own in the items of a list",
      {
        properties: { parts },
        show: (item) =>
          "parts" in item
            ? {
                ...item,
                parts: (item["parts"] as readonly Item[]).map((each) => ({ ...each, price: "1.50" })),
              }
            : item,
      },
    ],
    [
      "it leaves them out of the items of a list",
      {
        properties: { parts },
        show: (item) =>
          "parts" in item
            ? { ...item, parts: (item["parts"] as readonly Item[]).map((each) => without(each, "price")) }
            : item,
      },
    ],
    [
      "it refuses them in the items of a list",
      {
        properties: { parts },
        refuse: ({ parts: sent }) =>
          Array.isArray(sent) && sent.some((each: Item) => has(each, "price")) ? 422 : 0,
      },
    ],
    [
      "it refuses them",
      { properties: { checked, score }, refuse: (sent) => (has(sent, "checked", "score") ? 422 : 0) },
    ],
    [
      "as a text says, and as no readOnly does",
      {
        properties: {
          shelf: { type: "string", maxLength: 20, description: "Assigned by the server." },
          rank: { type: "integer", description: "Of the server. What clients send is ignored." },
        },
        show: (item) => ({ ...item, shelf: "A1", rank: 7 }),
      },
    ],
    ["it forbids them", { properties: { checked }, refuse: (sent) => (has(sent, "checked") ? 403 : 0) }],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judgeShelf(shelf))).toEqual([]);
  });
});

const untestedIn = async (shelf: Shelf): Promise<readonly string[]> => {
  const { requirements } = await judgeShelf(shelf);
  return requirements.filter(({ verdict }) => verdict === "untested").map(({ id }) => id);
};

describe("a conflict says nothing of what is tried:", () => {
  it.each<[string, Shelf, readonly string[]]>([
    [
      "with members that are readOnly",
      { properties: { score }, ...own("score", 1), refuse: (sent) => (has(sent, "score") ? 409 : 0) },
      inAll,
    ],
    [
      "with values at their bounds",
      {
        properties: { size: { type: "integer", minimum: 1 } },
        required: ["name", "size"],
        refuse: ({ size, name }, method) =>
          method === "PUT" && (size === 1 || `${name}`.length === 40) ? 412 : 0,
      },
      ["putThing: stated values"],
    ],
  ])("%s", async (_, shelf, expected) => {
    expect(await untestedIn(shelf)).toEqual(expected);
  });

  it("a conflict that is over is none", async () => {
    let conflicts = 0;
    const score = { type: "number", readOnly: true };
    const report = await judgeShelf({
      properties: { score },
      refuse: (sent) => {
        if (!has(sent, "score")) return 0;
        conflicts += 1;
        return conflicts % 2 === 1 ? 409 : 0;
      },
    });
    expect(failedIn(report)).toEqual(inAll);
  });
});
