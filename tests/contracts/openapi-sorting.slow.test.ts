import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn, type Item } from "./deviations.js";

/** A library whose list may be sorted. */
interface Library {
  /** Names and words of its parameters. */
  readonly asked?: Readonly<Record<string, readonly string[]>>;
  /** The list, by what it is asked for. */
  readonly sort?: (items: readonly Item[], query: URLSearchParams) => readonly Item[];
  readonly show?: (item: Item) => Item;
  /** Items on a page, at most. */
  readonly most?: number;
  /** The pattern of titles. */
  readonly form?: string;
  /** What the description says of the order. */
  readonly says?: string;
}

const title = { type: "string", minLength: 1, maxLength: 60 };
const codes = "^[A-Z]{2,4}[0-9]{0,3}$";
const pages = { type: "integer", minimum: 1, maximum: 900 };
const signed = { sort: ["title", "-title", "pages", "-pages"] };
const apart = { sort_by: ["title", "pages"], direction: ["asc", "desc"] };

function by(items: readonly Item[], name: string, factor = 1): readonly Item[] {
  const compare = (left: unknown, right: unknown): number =>
    typeof left === "number" ? left - Number(right) : `${left}`.localeCompare(`${right}`, "de");
  return items.toSorted((left, right) => factor * compare(left[name], right[name]));
}

function bySign(items: readonly Item[], query: URLSearchParams): readonly Item[] {
  const sort = query.get("sort");
  if (sort === null) return items;
  return by(items, sort.replace("-", ""), sort.startsWith("-") ? -1 : 1);
}

/** The order that is asked for, or that of the titles. */
function byTitle(items: readonly Item[], query: URLSearchParams): readonly Item[] {
  return query.has("sort") ? bySign(items, query) : by(items, "title");
}

const saysTies = "Order of the list. Books with the same value are sorted by `title`, ascending.";
const saysCodes = "Order of the list. Texts are compared by their Unicode code points.";

/** The order that is asked for, with equal items in another one. */
const thenBy =
  (tie: (items: readonly Item[]) => readonly Item[]): NonNullable<Library["sort"]> =>
  (items, query) =>
    bySign(tie(items), query);

/** The order that is asked for, with titles by the numbers of their characters. */
function byCode(items: readonly Item[], query: URLSearchParams): readonly Item[] {
  const factor = query.get("sort")?.startsWith("-") ? -1 : 1;
  return /title/.test(query.get("sort") ?? "")
    ? items.toSorted((left, right) => factor * (`${left["title"]}` < `${right["title"]}` ? -1 : 1))
    : bySign(items, query);
}

async function judge({
  asked = signed,
  sort = bySign,
  show = (item) => item,
  most = 1000,
  ...said
}: Library) {
  const { form, says } = said;
  const items = new Map<string, Item>();
  let created = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query, sent }) => {
    const known = items.get(id);
    if (id !== "" && known === undefined) return [404, {}];
    if (method === "GET" && known !== undefined) return [200, show(known)];
    const isWrong = Object.entries(asked).some(([name, words]) =>
      query.getAll(name).some((word) => !words.includes(word)),
    );
    if (method === "GET" && isWrong) return [400, {}];
    if (method === "GET")
      return [
        200,
        sort([...items.values()], query)
          .slice(0, most)
          .map(show),
      ];
    if (method === "DELETE") return [items.delete(id) ? 204 : 404];
    const { title: name, pages: count } = sent;
    if (typeof name !== "string" || name === "" || name.length > 60) return [400, {}];
    if (form !== undefined && !new RegExp(form).test(name)) return [400, {}];
    if (!Number.isInteger(count) || Number(count) < 1 || Number(count) > 900) return [400, {}];
    created += 1;
    items.set(`${created}`, { id: created, title: name, pages: count });
    return [201, show(items.get(`${created}`) ?? {})];
  });
  const properties = { title: form === undefined ? title : { type: "string", pattern: form }, pages };
  const item = { type: "object", required: ["id"], properties: { id: { type: "integer" }, ...properties } };
  const parameters = Object.entries(asked).map(([name, words]) => ({
    name,
    in: "query",
    ...(says === undefined ? {} : { description: says }),
    schema: { type: "string", enum: words },
  }));
  const description = describePaths({
    "/books": {
      get: { ...lists("listBooks", item), parameters },
      post: adds("addBook", { type: "object", required: ["title", "pages"], properties }, item),
    },
    "/books/{id}": {
      parameters: [idInPath()],
      get: reads("getBook", item),
      delete: removes("removeBook"),
    },
  });
  const report = await judgeDescribed(description, baseUrl);
  const found = report.requirements.find(({ id }) => id === "listBooks: sorting");
  return { failed: failedIn(report), verdict: found?.verdict };
}

describe("a list is in order, where", () => {
  it.each<[string, Library]>([
    ["a sign turns the order round", {}],
    [
      "a parameter says in which direction",
      {
        asked: apart,
        sort: (items, query) =>
          by(items, query.get("sort_by") ?? "id", query.get("direction") === "desc" ? -1 : 1),
      },
    ],
    [
      "words say in which direction",
      {
        asked: { orderBy: ["title:asc", "title:desc", "pages_asc", "PAGES_DESC"] },
        sort: (items, query) => {
          const [name = "id", way] = (query.get("orderBy") ?? "").toLowerCase().split(/[:_]/);
          return by(items, name === "" ? "id" : name, way === "desc" ? -1 : 1);
        },
      },
    ],
    [
      "the highest comes first, unless it is said",
      {
        asked: { sort: ["title", "pages"] },
        sort: (items, query) => by(items, query.get("sort") ?? "id", -1),
      },
    ],
    ["titles are codes", { form: codes }],
    ["titles are codes by which it is sorted anyway", { form: codes, sort: byTitle }],
    ["titles are codes of letters in either case", { form: "^[A-Za-z]{2,4}[0-9]{0,3}$" }],
    ["equal books are by title, as it says", { says: saysTies, sort: thenBy((all) => by(all, "title")) }],
    [
      "equal books are in any order, where it says no other one",
      { says: "Books with the same value come in any order.", sort: thenBy((all) => all.toReversed()) },
    ],
    [
      "equal books are by title, where it denies that",
      { says: "Ties are not sorted by `title`.", sort: thenBy((all) => by(all, "title", -1)) },
    ],
    ["titles go by code points, as it says", { says: saysCodes, sort: byCode }],
    ["titles are sorted in another way, where it does not say that", { says: "Order of the list." }],
    [
      "large letters come first",
      {
        asked: { sort: ["title", "-title"] },
        sort: (items, query) => {
          const [factor, sort] = [query.get("sort")?.startsWith("-") ? -1 : 1, query.get("sort")];
          const codes = (item: Item): string =>
            [...`${item["title"]}`].map((each) => each.charCodeAt(0) + 1000).join("");
          return sort === null
            ? items
            : items.toSorted((left, right) => factor * (codes(left) < codes(right) ? -1 : 1));
        },
      },
    ],
  ])("%s", async (_, library) => {
    expect(await judge(library)).toEqual({ failed: [], verdict: "passed" });
  });
});

describe("nothing is found, where", () => {
  it.each<[string, Library]>([
    ["the list shows two items at most", { most: 2, sort: (items) => items }],
    [
      "other titles are shown",
      { asked: { sort: ["title"] }, show: (item) => ({ ...item, title: "A book" }) },
    ],
    ["the words name no members", { asked: { sort: ["newest", "best"] }, sort: (items) => items }],
    ["the parameter is none of an order", { asked: { group: ["title", "pages"] }, sort: (items) => items }],
  ])("%s", async (_, library) => {
    expect((await judge(library)).failed.filter((each) => each === "listBooks: sorting")).toEqual([]);
  });
});

describe("a list is found that", () => {
  it.each<[string, Library]>([
    ["is in no other order", { sort: (items) => items }],
    ["has the newest first", { sort: (items) => items.toReversed() }],
    [
      "does not turn round",
      { sort: (items, query) => by(items, (query.get("sort") ?? "id").replace("-", "")) },
    ],
    [
      "does not go by numbers",
      { sort: (items, query) => (query.get("sort")?.includes("pages") ? items : bySign(items, query)) },
    ],
    [
      "goes by the number of letters",
      {
        asked: { sort: ["title"] },
        sort: (items, query) =>
          query.has("sort")
            ? items.toSorted((left, right) => `${left["title"]}`.length - `${right["title"]}`.length)
            : items,
      },
    ],
    ["has codes in no other order", { form: codes, sort: (items) => items }],
    [
      "is sorted by codes anyway, and does not turn them round",
      {
        ...{ form: codes, asked: { sort: ["title", "-title"] } },
        sort: (items) => by(items, "title"),
      },
    ],
    ["has equal books as they were added", { says: saysTies }],
    ["has equal books from the last title", { says: saysTies, sort: thenBy((all) => by(all, "title", -1)) }],
    ["does not go by code points", { says: saysCodes }],
    [
      "ignores the case of letters",
      {
        says: "Titles: ASCII order.",
        sort: (items, query) =>
          byCode(
            items.map((item) => ({ ...item, title: `${item["title"]}`.toLowerCase() })),
            query,
          ).map(({ id }) => items.find((item) => item["id"] === id) ?? {}),
      },
    ],
    ["knows no direction", { asked: apart, sort: (items, query) => by(items, query.get("sort_by") ?? "id") }],
  ])("%s", async (_, library) => {
    expect(await judge(library)).toEqual({ failed: ["listBooks: sorting"], verdict: "failed" });
  });
});
