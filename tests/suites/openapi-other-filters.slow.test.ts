import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads } from "./described.js";
import { failedIn, type Item } from "./deviations.js";

/** A list with a filter that has not just the name of a member. */
interface Shelf {
  readonly name: string;
  /** Of the parameter. */
  readonly asked: object;
  /** Of the items, beside their id and title. */
  readonly members: Readonly<Record<string, object>>;
  /** What the filter leaves. */
  readonly keep: (item: Item, value: string) => boolean;
  readonly show?: (item: Item) => Item;
}

async function judge({ name, asked, members, keep, show = (item) => item }: Shelf) {
  const items = new Map<string, Item>();
  const properties = { title: { type: "string" }, ...members };
  const body = { type: "object", required: Object.keys(properties), properties };
  const isBody = new Ajv2020({ strict: false, validateFormats: false }).compile(body);
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query, sent }) => {
    const known = items.get(id);
    if (id !== "") return known === undefined ? [404, {}] : [200, show(known)];
    const value = query.get(name);
    const all = [...items.values()];
    if (method === "GET") return [200, all.filter((item) => value === null || keep(item, value)).map(show)];
    if (!isBody(sent)) return [400, {}];
    const item = { ...sent, id: items.size + 1 };
    items.set(`${items.size + 1}`, item);
    return [201, show(item)];
  });
  const item = { type: "object", required: ["id"], properties: { id: { type: "integer" }, ...properties } };
  const description = describePaths({
    "/books": {
      get: { ...lists("listBooks", item), parameters: [{ name, in: "query", schema: asked }] },
      post: adds("addBook", body, item),
    },
    "/books/{id}": { parameters: [idInPath()], get: reads("getBook", item) },
  });
  const report = await judgeDescribed(description, baseUrl);
  const isFound = failedIn(report).includes("listBooks: filters");
  return { isFound, isTried: report.requirements.some(({ id }) => id === "listBooks: filters") };
}

const text = { type: "string", maxLength: 60 };
const texts = { type: "array", items: text };
const kinds = { type: "string", enum: ["novel", "poem", "essay"] };
const pages = { type: "integer", minimum: 1, maximum: 900 };
const mail = { type: "string", format: "email" };
const all = (): boolean => true;
const textsOf = (item: Item, name: string): readonly string[] => (item[name] as string[] | undefined) ?? [];
const inner = (item: Item): unknown => (item["about"] as Item | undefined)?.["kind"];
const about = { type: "object", required: ["kind"], properties: { kind: kinds } };

const shelves: Readonly<Record<string, Shelf>> = {
  "one of several texts": {
    name: "author",
    asked: text,
    members: { authors: texts },
    keep: (item, value) => textsOf(item, "authors").includes(value),
  },
  "a member of an object": {
    name: "filter[kind]",
    asked: kinds,
    members: { about },
    keep: (item, value) => inner(item) === value,
  },
  "an address": {
    name: "email",
    asked: text,
    members: { email: mail },
    keep: (item, value) => `${item["email"]}`.toLowerCase() === value.toLowerCase(),
  },
  "the least number": {
    name: "minPages",
    asked: pages,
    members: { pages },
    keep: (item, value) => Number(item["pages"] ?? 0) >= Number(value),
  },
  "the highest number": {
    name: "max_pages",
    asked: pages,
    members: { pages },
    keep: (item, value) => Number(item["pages"] ?? 1e9) <= Number(value),
  },
};

describe("a filter", () => {
  it.each(Object.entries(shelves))("by %s may be obeyed", async (_, shelf) => {
    expect(await judge(shelf)).toEqual({ isFound: false, isTried: true });
  });

  it.each(Object.entries(shelves))("by %s is found that is not obeyed", async (_, shelf) => {
    expect(await judge({ ...shelf, keep: all })).toEqual({ isFound: true, isTried: true });
  });

  it.each<[string, Shelf, boolean]>([
    [
      "finds texts by a part, in any case",
      {
        name: "tag",
        asked: text,
        members: { tags: texts },
        keep: (item, value) =>
          textsOf(item, "tags").some((each) => each.toLowerCase().includes(value.toLowerCase().slice(0, 12))),
      },
      true,
    ],
    [
      "goes by what is stored, where another form is shown",
      {
        name: "tag",
        asked: text,
        members: { tags: texts },
        keep: (item, value) => textsOf(item, "tags").some((each) => each.toUpperCase() === value),
        show: (item) => ({ ...item, tags: textsOf(item, "tags").map((each) => each.toUpperCase()) }),
      },
      true,
    ],
    [
      "asks for an amount in another unit",
      { name: "minPrice", asked: pages, members: { price: pages }, keep: all },
      false,
    ],
    [
      "has other bounds than the member",
      { name: "minPages", asked: { type: "integer", minimum: 1 }, members: { pages }, keep: all },
      false,
    ],
    [
      "is a kind that two objects have",
      { name: "kind", asked: kinds, members: { about, of: about }, keep: all },
      false,
    ],
    [
      "stands for a whole tree",
      { name: "category", asked: text, members: { categories: texts }, keep: all },
      false,
    ],
  ])("%s", async (_, shelf, isTried) => {
    const found = await judge(shelf);
    expect(found).toEqual({ isFound: false, isTried });
  });
});
