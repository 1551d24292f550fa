import { describe, expect, it } from "vitest";
import { type Reply, startJsonServer } from "../servers/json-server.js";
import { adds, changes, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

type Member = Readonly<Record<string, unknown>>;
interface Item extends Member {
  readonly id: number;
  readonly created: string;
}
type Items = Map<number, Item>;

/** What one server does in its own way when it changes or removes an item. */
interface Ways {
  readonly change?: (sent: Member, before: Item, items: Items) => Member;
  readonly add?: (sent: Member, items: Items) => void;
  readonly remove?: (id: number, items: Items) => void;
  readonly refuse?: (sent: Member) => boolean;
  readonly show?: (item: Item) => object;
  /** Of an item that is shown, besides. */
  readonly shown?: object;
}

const members = {
  name: { type: "string", minLength: 1, maxLength: 60 },
  price: { type: "number", minimum: 0, maximum: 100 },
  size: { type: "integer", minimum: 1, maximum: 90 },
  colour: { enum: ["red", "green", "blue"] },
  role: { enum: ["reader", "writer"] },
  enabled: { type: "boolean" },
  waterproof: { type: "boolean" },
};
const body = { type: "object", required: ["name"], additionalProperties: false, properties: members };
const part = { ...body, required: [] };
const times = {
  created: { type: "string", format: "date-time" },
  changed: { type: "string", format: "date-time" },
};
const now = (): string => new Date().toISOString();

function isFit(sent: Member): boolean {
  const { name = "x", price = 1, size = 1, colour = "red", role = "reader" } = sent;
  const [price_, size_] = [Number(price), Number(size)];
  return (
    typeof name === "string" &&
    name !== "" &&
    name.length <= 60 &&
    typeof price === "number" &&
    price_ >= 0 &&
    price_ <= 100 &&
    Number.isInteger(size) &&
    size_ >= 1 &&
    size_ <= 90 &&
    ["red", "green", "blue"].includes(`${colour}`) &&
    ["reader", "writer"].includes(`${role}`) &&
    ["enabled", "waterproof"].every((each) => ["undefined", "boolean"].includes(typeof sent[each])) &&
    Object.keys(sent).every((each) => Object.hasOwn(members, each))
  );
}

async function judge({
  change = (sent) => sent,
  add,
  remove,
  refuse,
  show = (item) => item,
  shown: more = {},
}: Ways) {
  const items: Items = new Map();
  let last = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, part_ = ""], sent, body: text }): Reply => {
    const id = Number(part_);
    const item = items.get(id);
    if (part_ !== "" && item === undefined) return [404, {}];
    if (method === "GET") return [200, item === undefined ? [...items.values()].map(show) : show(item)];
    if (method === "DELETE") {
      items.delete(id);
      remove?.(id, items);
      return [204];
    }
    const isNamed = method === "PATCH" || Object.hasOwn(sent, "name");
    if (!text.startsWith("{") || !isNamed || !isFit(sent) || refuse?.(sent) === true) return [400, {}];
    if (item === undefined) {
      last += 1;
      add?.(sent, items);
      items.set(last, { ...sent, id: last, created: now() });
      return [201, show(items.get(last) ?? { id: last, created: now() })];
    }
    const kept = method === "PUT" ? {} : item;
    const next = { ...kept, id, created: item.created, changed: now(), ...change(sent, item, items) };
    items.set(id, next);
    return [200, show(next)];
  });
  const shown = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, ...members, ...times, ...more },
  };
  const list = { type: "array", items: shown };
  const description = describePaths({
    "/things": { get: reads("listThings", list), post: adds("addThing", body, shown) },
    "/things/{id}": {
      parameters: [idInPath()],
      get: reads("getThing", shown),
      put: changes("putThing", body, shown),
      patch: changes("changeThing", part, shown),
      delete: removes("removeThing"),
    },
  });
  return failedIn(await judgeDescribed(description, baseUrl));
}

/** Gives all items the same value of a member. */
const toAll = (name: string): Ways => ({
  change: (sent, _, items) => {
    if (Object.hasOwn(sent, name))
      for (const [id, each] of items) items.set(id, { ...each, [name]: sent[name] });
    return sent;
  },
});
const both = ["putThing: replaced", "changeThing: changed"];

describe("a change of more than one item is found, where all get", () => {
  it.each<[string, Ways]>([
    ["the same price", toAll("price")],
    ["the same size", toAll("size")],
    ["the same colour", toAll("colour")],
    ["the same role", toAll("role")],
    ["the same answer to whether they are enabled", toAll("enabled")],
    ["the same answer to anything else", toAll("waterproof")],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual(both);
  });
});

describe("a change of what nobody sends is found, where", () => {
  it.each<[string, Ways]>([
    ["the item is created anew", { change: (sent) => ({ ...sent, created: now() }) }],
    ["a price stays the first one", { change: (sent, { price }) => ({ ...sent, price }) }],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual(both);
  });
});

describe("a deletion of more than one item is found, where it takes along", () => {
  it.each<[string, Ways]>([
    ["the next one", { remove: (id, items) => items.delete(id + 1) }],
    ["the one before", { remove: (id, items) => items.delete(id - 1) }],
    [
      "all later ones",
      {
        remove: (id, items) =>
          [...items.keys()].filter((each) => each > id).map((each) => items.delete(each)),
      },
    ],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toContain("removeThing: gone");
  });
});

/** Gives an item the name of one that is created. */
function rename(items: Items, id: number | undefined, { name }: Member): void {
  const item = items.get(id ?? 0);
  if (item !== undefined) items.set(item.id, { ...item, name });
}

describe("a creation of more than one item is found, where its name goes, too, to", () => {
  it.each<[string, Ways]>([
    ["the oldest one", { add: (sent, items) => rename(items, [...items.keys()][0], sent) }],
    ["the one before", { add: (sent, items) => rename(items, [...items.keys()].at(-1), sent) }],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toContain("addThing: read back");
  });
});

describe("nothing fails where", () => {
  it.each<[string, Ways]>([
    [
      "only the latest ten are kept",
      {
        add: (_, items) => {
          for (const id of [...items.keys()].slice(0, -9)) items.delete(id);
        },
      },
    ],
    [
      "every item shows the name of the latest one",
      {
        shown: { latest: { type: "string" } },
        add: ({ name }, items) => {
          for (const [id, each] of items) items.set(id, { ...each, latest: name });
        },
      },
    ],
    ["each item is by itself", {}],
    [
      "one item alone is waterproof, and the others are not then",
      {
        change: (sent, { id: own }, items) => {
          if (sent["waterproof"] === true)
            for (const [id, each] of items) if (id !== own) items.set(id, { ...each, waterproof: false });
          return sent;
        },
      },
    ],
    [
      "other items show how many changes there were",
      {
        shown: { views: { type: "integer" } },
        change: (sent, _, items) => {
          for (const [id, each] of items) items.set(id, { ...each, views: Number(each["views"] ?? 0) + 1 });
          return sent;
        },
      },
    ],
    [
      "no word may be changed with others",
      { refuse: ({ role, enabled }) => role === "writer" && enabled === false },
    ],
    [
      "the time of its creation is written in another way at first",
      {
        show: (item) => ({
          ...item,
          created: item["changed"] === undefined ? `${item.created.slice(0, -1)}+00:00` : item.created,
        }),
      },
    ],
    [
      "each revision has a time of its own",
      {
        shown: { version: { type: "integer" } },
        change: (sent) => ({ ...sent, created: now(), version: 2 }),
      },
    ],
    [
      "the time is cut to seconds once it is stored",
      { change: (sent, { created }) => ({ ...sent, created: `${created.slice(0, 19)}Z` }) },
    ],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual([]);
  });
});
