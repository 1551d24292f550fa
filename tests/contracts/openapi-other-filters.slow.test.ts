import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { freeId } from "../servers/free-id.js";
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
  readonly keep: (item: Item, value: string, values: readonly string[]) => boolean;
  readonly show?: (item: Item) => Item;
  /** Of the items, members that the server sets. */
  readonly own?: Readonly<Record<string, object>>;
}

async function judge({ name, asked, members, keep, show = (item) => item, own = {} }: Shelf) {
  const items = new Map<string, Item>();
  const properties = { title: { type: "string" }, ...members };
  const body = { type: "object", required: Object.keys(properties), properties };
  const isBody = new Ajv2020({ strict: false, validateFormats: false }).compile(body);
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query, sent }) => {
    const known = items.get(id);
    if (id !== "") return known === undefined ? [404, {}] : [200, show(known)];
    const value = query.get(name);
    const values = query.getAll(name);
    const all = [...items.values()];
    if (method === "GET")
      return [200, all.filter((item) => value === null || keep(item, value, values)).map(show)];
    if (!isBody(sent)) return [400, {}];
    const item = { ...sent, id: freeId(items) };
    items.set(`${freeId(items)}`, item);
    return [201, show(item)];
  });
  const item = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, ...properties, ...own },
  };
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
const amount = { type: "integer", minimum: 0, maximum: 9_999_999 };
const mail = { type: "string", format: "email" };
const all = (): boolean => true;
const textsOf = (item: Item, name: string): readonly string[] => (item[name] as string[] | undefined) ?? [];
const inner = (item: Item): unknown => (item["about"] as Item | undefined)?.["kind"];
const about = { type: "object", required: ["kind"], properties: { kind: kinds } };

const place = { type: "object", required: ["country"], properties: { country: text } };
const timeOf = ({ id }: Item): number => Date.UTC(2024, 4, 6) + Number(id) * 1700 + 3;
const showsTime = (item: Item): Item => ({ ...item, createdAt: new Date(timeOf(item)).toISOString() });
const isPart = (item: Item, name: string, value: string): boolean =>
  `${item[name]}`.toLowerCase().includes(value.toLowerCase());
const isSameText = (item: Item, name: string, value: string): boolean =>
  `${item[name]}`.toLowerCase() === value.toLowerCase();

const shelves: Readonly<Record<string, Shelf>> = {
  "a text in an object that its description names": {
    name: "country",
    asked: { ...text, description: "Only books whose `place.country` is this one." },
    members: { place },
    keep: (item, value) => (item["place"] as Item | undefined)?.["country"] === value,
  },
  "a part of a text, in any case": {
    name: "author",
    asked: { ...text, description: "Only books whose author contains this text; case does not matter." },
    members: { author: text },
    keep: (item, value) => `${item["author"]}`.toLowerCase().includes(value.toLowerCase()),
  },
  "just one of several texts": {
    name: "author",
    asked: { ...text, description: "Only books that have exactly this author among theirs; case counts." },
    members: { authors: texts },
    keep: (item, value) => textsOf(item, "authors").includes(value),
  },
  "a part of one text": {
    name: "q",
    asked: { ...text, description: "Only books whose `author` contains this text, in any case." },
    members: { author: text, blurb: text },
    keep: (item, value) => isPart(item, "author", value),
  },
  "exactly an address, in any case": {
    name: "buyer_email",
    asked: {
      ...text,
      description: "Only books with exactly this address; upper and lower case do not matter.",
    },
    members: { buyer_email: mail },
    keep: (item, value) => isSameText(item, "buyer_email", value),
  },
  "exactly a text of several words": {
    name: "shelf",
    asked: { ...text, description: "Only books on exactly this shelf." },
    members: { shelf: { ...text, pattern: "^Shelf [a-z]{8}$" } },
    keep: (item, value) => item["shelf"] === value,
  },
  "true and false": {
    name: "lent",
    asked: { type: "boolean", description: "`true`: only books that are lent. `false`: only others." },
    members: { lent: { type: "boolean" } },
    keep: (item, value) => `${item["lent"]}` === value,
  },
  "true alone": {
    name: "archived",
    asked: { type: "boolean", description: "`true` for the archived books only." },
    members: { archived: { type: "boolean" } },
    keep: (item, value) => value === "false" || item["archived"] === true,
  },
  "this number or more": {
    name: "pages",
    asked: { ...pages, description: "Only books with this many pages or more." },
    members: { pages },
    keep: (item, value) => Number(item["pages"]) >= Number(value),
  },
  "a word that is shown as a text": {
    name: "kind",
    asked: { ...kinds, description: "Only books of this kind." },
    members: { kind: kinds },
    own: { kind: text },
    keep: (item, value) => item["kind"] === value,
  },
  "exactly an owner": {
    name: "owner",
    asked: { ...text, description: "Only books of exactly this owner; case matters." },
    members: { owner: text },
    keep: (item, value) => item["owner"] === value,
  },
  "a time of the server": {
    name: "createdAfter",
    asked: {
      ...{ type: "string", format: "date-time" },
      description: "Only books whose `createdAt` is later than this time (exclusive).",
    },
    members: {},
    own: { createdAt: { type: "string", format: "date-time", readOnly: true } },
    keep: (item, value) => timeOf(item) > Date.parse(value),
    show: showsTime,
  },
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
  "a text": {
    name: "author",
    asked: text,
    members: { author: text },
    keep: (item, value) => item["author"] === value,
  },
  "a text in an object": {
    name: "filter[author]",
    asked: text,
    members: { author: text },
    keep: (item, value) => `${item["author"]}`.toLowerCase().includes(value.toLowerCase()),
  },
  "a text of a pattern": {
    name: "shelf",
    asked: { type: "string" },
    members: { shelf: { type: "string", pattern: "^[a-z]{3,9}$" } },
    keep: (item, value) => `${item["shelf"]}`.startsWith(value),
  },
  "a number": {
    name: "pages",
    asked: pages,
    members: { pages },
    keep: (item, value) => item["pages"] === Number(value),
  },
  "a number in brackets": {
    name: "pages[gte]",
    asked: { type: "integer" },
    members: { pages },
    keep: (item, value) => Number(item["pages"]) >= Number(value),
  },
  "an amount": {
    name: "price_max",
    asked: amount,
    members: { price: amount },
    keep: (item, value) => Number(item["price"]) < Number(value),
  },
  "one of several words": {
    name: "role",
    asked: kinds,
    members: { roles: { type: "array", items: kinds } },
    keep: (item, value) => textsOf(item, "roles").includes(value),
  },
  "several words": {
    name: "kind",
    asked: { type: "array", items: kinds },
    members: { kind: kinds },
    keep: (item, _, values) => values.includes(`${item["kind"]}`),
  },
  "the highest number": {
    name: "max_pages",
    asked: pages,
    members: { pages },
    keep: (item, value) => Number(item["pages"] ?? 1e9) <= Number(value),
  },
};

function by(name: string): Shelf {
  const shelf = shelves[name];
  if (shelf === undefined) throw new Error(name);
  return shelf;
}

describe("a filter", () => {
  it.each(Object.entries(shelves))("by %s may be obeyed", async (_, shelf) => {
    expect(await judge(shelf)).toEqual({ isFound: false, isTried: true });
  });

  it.each(Object.entries(shelves))("by %s is found that is not obeyed", async (_, shelf) => {
    expect(await judge({ ...shelf, keep: all })).toEqual({ isFound: true, isTried: true });
  });

  it.each<[string, Shelf]>([
    [
      "is not obeyed, of amounts that are not far from each other",
      { name: "minPrice", asked: pages, members: { price: pages }, keep: all },
    ],
    ["shows the opposite, of a text", { ...by("a text"), keep: (item, value) => item["author"] !== value }],
    [
      "looks at capitals, where case does not matter",
      {
        ...by("a part of a text, in any case"),
        keep: (item, value) => `${item["author"]}`.includes(value),
      },
    ],
    [
      "looks at another text, too",
      {
        ...by("a part of one text"),
        keep: (item, value) => isPart(item, "author", value) || isPart(item, "blurb", value),
      },
    ],
    [
      "finds an address by a part",
      {
        ...by("exactly an address, in any case"),
        keep: (item, value) => isPart(item, "buyer_email", value),
      },
    ],
    [
      "looks at capitals of an address, where case does not matter",
      { ...by("exactly an address, in any case"), keep: (item, value) => item["buyer_email"] === value },
    ],
    [
      "finds by a part what has words in common",
      { ...by("exactly a text of several words"), keep: (item, value) => `${item["shelf"]}`.includes(value) },
    ],
    [
      "takes _ for any character",
      {
        ...by("a part of a text, in any case"),
        keep: (item, value) => new RegExp(value.replaceAll("_", "."), "i").test(`${item["author"]}`),
      },
    ],
    [
      "finds texts by a part, where just one is asked for",
      {
        ...by("just one of several texts"),
        keep: (item, value) => textsOf(item, "authors").some((each) => each.includes(value)),
      },
    ],
    [
      "looks at no capitals, where case counts",
      {
        ...by("just one of several texts"),
        keep: (item, value) =>
          textsOf(item, "authors").some((each) => each.toLowerCase() === value.toLowerCase()),
      },
    ],
    [
      "takes false for no filter",
      { ...by("true and false"), keep: (item, value) => value === "false" || item["lent"] === true },
    ],
    [
      "shows the end of an exclusive bound",
      { ...by("a time of the server"), keep: (item, value) => timeOf(item) >= Date.parse(value) },
    ],
    [
      "leaves out the number itself, where that or more is asked for",
      { ...by("this number or more"), keep: (item, value) => Number(item["pages"]) > Number(value) },
    ],
    [
      "looks at capitals, where all but case is compared",
      {
        ...by("exactly an owner"),
        asked: { ...text, description: "Only books of this owner. It is compared exactly, except for case." },
      },
    ],
    ["shows nothing, of a text", { ...by("a text"), keep: () => false }],
    [
      "looks at the first of several texts",
      {
        ...by("one of several texts"),
        keep: (item, value) => textsOf(item, "authors")[0] === value,
      },
    ],
    [
      "shows the opposite, of the least number",
      { ...by("the least number"), keep: (item, value) => Number(item["pages"]) < Number(value) },
    ],
    ["shows no number", { ...by("a number in brackets"), keep: () => false }],
    [
      "looks at the last of several words",
      { ...by("several words"), keep: (item, _, values) => values.at(-1) === item["kind"] },
    ],
  ])("is found that %s", async (_, shelf) => {
    expect(await judge(shelf)).toEqual({ isFound: true, isTried: true });
  });

  it.each<[string, Shelf, boolean]>([
    [
      "finds what is like a text",
      {
        ...by("a text"),
        keep: (item, value) => `${item["author"]}`[0]?.toLowerCase() === value[0]?.toLowerCase(),
      },
      true,
    ],
    [
      "finds any word of a text",
      {
        ...by("a text"),
        keep: (item, value) => value.split(" ").some((word) => `${item["author"]}`.includes(word)),
      },
      true,
    ],
    [
      "finds other texts, too, as its description says",
      {
        ...by("a part of one text"),
        asked: {
          ...text,
          description: "Books whose author contains this text, or any other text of theirs.",
        },
        keep: (item, value) => isPart(item, "author", value) || isPart(item, "blurb", value),
      },
      true,
    ],
    [
      "asks for a number or more",
      { ...by("a number"), keep: (item, value) => Number(item["pages"]) >= Number(value) },
      true,
    ],
    [
      "finds another word, too, as its description says",
      {
        ...by("a word that is shown as a text"),
        asked: { ...kinds, description: "Only books of this kind. An essay is also found by `novel`." },
        keep: (item, value) => item["kind"] === value || (value === "novel" && item["kind"] === "essay"),
      },
      false,
    ],
    [
      "adds the archived books",
      {
        ...by("true alone"),
        asked: { type: "boolean", description: "With `true`, archived books are shown, too." },
        keep: (item, value) => value === "true" || item["archived"] !== true,
      },
      true,
    ],
    [
      "asks for about a number",
      { ...by("a number"), keep: (item, value) => Math.abs(Number(item["pages"]) - Number(value)) < 10 },
      true,
    ],
    [
      "goes by a name that is not shown",
      {
        ...by("a text"),
        keep: (item, value) => item["author"] === value.toLowerCase(),
        show: (item) => ({ ...item, author: `By ${item["author"]}` }),
      },
      true,
    ],
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
      {
        name: "maxPrice",
        asked: amount,
        members: { price: amount },
        keep: (item, value) => Number(item["price"]) <= 100 * Number(value),
      },
      true,
    ],
    [
      "goes by milliseconds that are not shown",
      {
        ...by("a time of the server"),
        show: (item) => ({ ...item, createdAt: `${showsTime(item)["createdAt"]}`.replace(/\.\d+/, "") }),
      },
      true,
    ],
    [
      "is a text in an object that its description does not name",
      { ...by("a text in an object that its description names"), asked: text, keep: all },
      false,
    ],
    [
      "measures in another unit",
      {
        name: "minDuration",
        asked: { type: "integer", minimum: 1 },
        members: { duration: pages },
        keep: all,
      },
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
