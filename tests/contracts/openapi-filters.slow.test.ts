import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn, type Item } from "./deviations.js";

/** What a list of one server does in its own way. */
interface Shelf {
  /** Name and schema of the parameter, and of the member of items. */
  readonly name: string;
  readonly schema: object;
  /** Of the parameter, if it is another one. */
  readonly asked?: object;
  /** What the filter leaves, by its value. */
  readonly keep?: (item: Item, value: string) => boolean;
  readonly show?: (item: Item) => Item;
  /** What the list is, once it is filtered. */
  readonly list?: (items: readonly Item[]) => readonly Item[];
  /** Is only a page of the list filtered, with a link to the next one? */
  readonly pageSize?: number;
}

const kinds = { type: "string", enum: ["novel", "poem", "essay"] };
const title = { type: "string", maxLength: 50 };
const flag = { type: "boolean" };

async function judge({ name, schema, asked = schema, pageSize, ...ways }: Shelf): Promise<Report> {
  const {
    keep = (item, value) => `${item[name]}` === value,
    show = (item) => item,
    list = (all) => all,
  } = ways;
  const items = new Map<string, Item>();
  let created = 1000;
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query, sent }) => {
    const known = items.get(id);
    if (id !== "" && known === undefined) return [404, {}];
    if (method === "GET" && known !== undefined) return [200, show(known)];
    if (method === "GET") {
      const value = query.get(name);
      const from = Number(query.get("from") ?? 0);
      const all = [...items.values()];
      const paged = pageSize === undefined ? all : all.slice(from, from + pageSize);
      const kept = value === null ? paged : paged.filter((item) => keep(item, value));
      const next = pageSize !== undefined && from + pageSize < all.length;
      const link = next ? { link: `<?from=${from + pageSize}>; rel="next"` } : {};
      return [200, list(kept.map(show)), link];
    }
    if (method === "DELETE") return [items.delete(id) ? 204 : 404];
    if (!isValid(sent["title"], title) || !isValid(sent[name], schema)) return [400, {}];
    created += 1;
    items.set(`${created}`, { ...sent, id: created });
    return [201, show({ ...sent, id: created })];
  });
  const properties = { title, [name]: schema };
  const item = { type: "object", required: ["id"], properties: { id: { type: "integer" }, ...properties } };
  const body = { type: "object", required: ["title", name], properties };
  const description = describePaths({
    "/books": {
      get: { ...lists("listBooks", item), parameters: [{ name, in: "query", schema: asked }] },
      post: adds("addBook", body, item),
    },
    "/books/{id}": {
      parameters: [idInPath()],
      get: reads("getBook", item),
      delete: removes("removeBook"),
    },
  });
  return judgeDescribed(description, baseUrl);
}

/** By the keywords that these descriptions have. */
function isValid(value: unknown, schema: object): boolean {
  const {
    type,
    enum: words,
    minimum = -1e9,
    maximum = 1e9,
    maxLength = 1e9,
  } = schema as Readonly<Record<string, never>>;
  if (type === "integer")
    return Number.isInteger(value) && minimum <= Number(value) && Number(value) <= maximum;
  if (typeof value !== type) return false;
  return (
    typeof value !== "string" ||
    (value.length <= maxLength && (words as string[] | undefined)?.includes(value) !== false)
  );
}

const verdictOf = ({ requirements }: Report): string =>
  requirements.find(({ id }) => id === "listBooks: filters")?.verdict ?? "none";

describe("a list obeys its filter, where", () => {
  it.each<[string, Shelf]>([
    ["it is a word", { name: "kind", schema: kinds }],
    ["it is a boolean", { name: "signed", schema: flag }],
    ["it is an id", { name: "shopId", schema: { type: "integer", minimum: 1, maximum: 9 } }],
    [
      "letters are large or small",
      { name: "kind", schema: kinds, show: (item) => ({ ...item, kind: `${item["kind"]}` }) },
    ],
    [
      "false means that nothing is filtered",
      { name: "signed", schema: flag, keep: (item, value) => value !== "true" || item["signed"] === true },
    ],
    [
      "true adds what is archived",
      {
        name: "archived",
        schema: flag,
        keep: (item, value) => value === "true" || item["archived"] !== true,
      },
    ],
    ["a page is filtered after it was cut", { name: "kind", schema: kinds, pageSize: 3 }],
    [
      "the list has no more than three items",
      { name: "kind", schema: kinds, list: (all) => all.slice(0, 3) },
    ],
    [
      "the list shows the latest of each kind",
      { name: "kind", schema: kinds, list: (all) => all.toReversed().slice(0, 2) },
    ],
  ])("%s", async (_, shelf) => {
    const report = await judge(shelf);
    expect(failedIn(report)).toEqual([]);
    expect(verdictOf(report)).toBe("passed");
  });
});

describe("nothing is found of a state that is made of something else, where", () => {
  const due = (item: Item): Item => ({
    ...item,
    status: item["status"] === "poem" ? "novel" : item["status"],
  });
  it.each<[string, Shelf]>([
    [
      "all items have the same",
      { name: "status", schema: kinds, show: (item) => ({ ...item, status: "poem" }) },
    ],
    ["some items have another than they are stored with", { name: "status", schema: kinds, show: due }],
  ])("%s", async (_, shelf) => {
    // What was sent for a state need not be what is shown.
    expect(failedIn(await judge(shelf))).toEqual([]);
  });
});

describe("nothing is expected of a parameter that", () => {
  const keep = (): boolean => true;
  it.each<[string, Shelf]>([
    ["has another schema", { name: "kind", schema: kinds, asked: { type: "string", enum: ["novel"] }, keep }],
    [
      "says which members are shown",
      {
        name: "signed",
        schema: flag,
        asked: { ...flag, description: "Whether to include the signed field" },
        keep,
      },
    ],
    ["has the name of a view", { name: "view", schema: kinds, keep }],
    ["stands for a scale", { name: "level", schema: kinds, keep }],
    ["may be any text, and searches", { name: "summary", schema: { type: "string" }, keep }],
    ["stands for a tree of items", { name: "parentId", schema: { type: "integer" }, keep }],
  ])("%s", async (_, shelf) => {
    const report = await judge(shelf);
    expect(failedIn(report)).toEqual([]);
    expect(verdictOf(report)).toBe("none");
  });
});

describe("a filter is found that", () => {
  it.each<[string, Shelf]>([
    ["is ignored", { name: "kind", schema: kinds, keep: () => true }],
    [
      "is ignored, of what a field has",
      {
        name: "kind",
        schema: kinds,
        asked: { ...kinds, description: "Return only books whose field kind has this value" },
        keep: () => true,
      },
    ],
    ["is ignored, of a boolean", { name: "signed", schema: flag, keep: () => true }],
    ["is ignored, of what is archived", { name: "archived", schema: flag, keep: () => true }],
    [
      "shows the opposite",
      { name: "signed", schema: flag, keep: (item, value) => `${item["signed"]}` !== value },
    ],
    [
      "lets one other word pass",
      { name: "kind", schema: kinds, keep: ({ kind }, value) => kind === value || kind === "poem" },
    ],
    [
      "is ignored for the last word",
      { name: "kind", schema: kinds, keep: ({ kind }, value) => value === "essay" || kind === value },
    ],
    ["is ignored, of a state", { name: "status", schema: kinds, keep: () => true }],
    ["shows nothing", { name: "kind", schema: kinds, keep: () => false }],
    [
      "loses the last item",
      { name: "kind", schema: kinds, keep: ({ kind, id }, value) => kind === value && id !== 1001 },
    ],
  ])("%s", async (_, shelf) => {
    expect(failedIn(await judge(shelf))).toEqual(["listBooks: filters"]);
  });
});
