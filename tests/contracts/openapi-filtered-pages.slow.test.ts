import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { start } from "../../examples/hono/server.js";
import { runConformance } from "../../src/library/index.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { changeJson, failedIn, type Item } from "./deviations.js";
import { startBehind } from "./front.js";

const key = "rooms-key";
const spec = fileURLToPath(new URL("../../examples/hono/openapi.yaml", import.meta.url));

/** Judges the example with rooms, whose links to a next page are changed on their way. */
async function judge(link: (next: string) => string) {
  const front = changeJson("GET /rooms", ({ next, ...page }: { readonly next: string | null }) => ({
    ...page,
    next: next === null ? null : link(next),
  }));
  const target = await startBehind(start, key, front);
  const report = await runConformance({ spec, target, key, only: ["listRooms: filters"] });
  const { verdict } = report.requirements.find(({ id }) => id === "listRooms: filters") ?? {};
  return { verdict, problems: report.findings.map(({ problem }) => problem) };
}

it.each<[string, (next: string) => string]>([
  ["keeps the filter", (next) => next],
  ["writes it in another place", (next) => next.replace(/\?kind=(\w+)&(.*)/, "?$2&kind=$1")],
])("a link to a next page is right that %s", async (_, link) => {
  expect(await judge(link)).toEqual({ verdict: "passed", problems: [] });
});

it.each<[string, (next: string) => string]>([
  ["lacks the filter", (next) => next.replace(/\bkind=\w+&/, "")],
  ["has another value of it", (next) => next.replace("kind=meeting", "kind=studio")],
])("a link to a next page is found that %s", async (_, link) => {
  expect(await judge(link)).toEqual({
    verdict: "failed",
    problems: ["kind: others are shown on the next page"],
  });
});

/** A shop whose cursors keep what the first page was asked for, or lose some of it. */
interface Shop {
  /** What the description says of the cursor. */
  readonly says: string;
  /** The parameters that count beside a cursor, where it does not keep them. */
  readonly loses?: readonly string[];
}

async function judgeShop({ says, loses = [] }: Shop) {
  const items: Item[] = [];
  let created = 1;
  const kinds = ["tool", "toy", "book"];
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query, sent }) => {
    const known = items.find((item) => `${item["id"]}` === id);
    if (id !== "" && method === "DELETE" && known !== undefined) {
      items.splice(items.indexOf(known), 1);
      return [204];
    }
    if (id !== "") return known === undefined ? [404, {}] : [200, known];
    if (method !== "GET") {
      const { title, kind } = sent;
      if (typeof title !== "string" || title === "" || !kinds.includes(`${kind}`)) return [400, {}];
      items.push({ id: created, title, kind });
      created += 1;
      return [201, items.at(-1)];
    }
    const size = Number(query.get("limit") ?? 50);
    const [due = "0", ...kept] = query.get("cursor")?.split("~") ?? [];
    const keptOf = new Map(["kind", "sort"].map((name, index) => [name, kept[index] ?? ""] as const));
    const asked = (name: string): string =>
      query.has("cursor") && !loses.includes(name) ? (keptOf.get(name) ?? "") : (query.get(name) ?? "");
    const [kind, sort] = [asked("kind"), asked("sort")];
    const areWords = ["", ...kinds].includes(kind) && ["", "title", "-title"].includes(sort);
    if (!(size >= 1 && size <= 50) || !/^\d+$/.test(due) || !areWords) return [400, {}];
    const all = items
      .filter((item) => kind === "" || item["kind"] === kind)
      .toSorted((left, right) =>
        sort === "" ? 0 : (sort === "title" ? 1 : -1) * (`${left["title"]}` < `${right["title"]}` ? -1 : 1),
      );
    const next = Number(due) + size;
    const nextCursor = next < all.length ? `${next}~${kind}~${sort}` : null;
    return [200, { data: all.slice(Number(due), next), nextCursor }];
  });

  const properties = { title: { type: "string", minLength: 1 }, kind: { type: "string", enum: kinds } };
  const item = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer", readOnly: true }, ...properties },
  };
  const page = {
    type: "object",
    properties: {
      data: { type: "array", items: item },
      nextCursor: { type: "string", nullable: true },
    },
  };
  const parameters = [
    { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 } },
    { name: "cursor", in: "query", description: says, schema: { type: "string" } },
    { name: "kind", in: "query", schema: { type: "string", enum: kinds } },
    { name: "sort", in: "query", schema: { type: "string", enum: ["title", "-title"] } },
  ];
  const description = describePaths({
    "/goods": {
      get: { ...reads("listGoods", page), parameters },
      post: adds("addGood", { type: "object", required: ["title", "kind"], properties }, item),
    },
    "/goods/{id}": {
      parameters: [idInPath()],
      get: reads("getGood", item),
      delete: removes("removeGood"),
    },
  });
  const report = await judgeDescribed(description, baseUrl);
  return failedIn(report);
}

const keeps =
  "The cursor of the page before. It keeps the filters and the order of the request that it came from.";

it.each<[string, Shop]>([
  ["keeps them, as it says", { says: keeps }],
  ["keeps them, and does not say that", { says: "The cursor of the page before." }],
  ["loses them, and does not say that it keeps them", { says: "The next page.", loses: ["kind", "sort"] }],
  [
    "takes them once more, as it says",
    { says: "Keeps the filters: send the same ones on each page.", loses: ["kind", "sort"] },
  ],
  [
    "keeps the filters alone, as it says",
    { says: "It keeps the filters of the list, but not its order.", loses: ["sort"] },
  ],
])("a cursor is right that %s", async (_, shop) => {
  expect(await judgeShop(shop)).toEqual([]);
});

it.each<[string, Shop, readonly string[]]>([
  ["loses the filter", { says: keeps, loses: ["kind"] }, ["listGoods: filters", "listGoods: pages"]],
  ["loses the order", { says: keeps, loses: ["sort"] }, ["listGoods: pages"]],
  [
    "says in another way that it keeps the order, and loses it",
    { says: "Filters and order beside a cursor are ignored.", loses: ["sort"] },
    ["listGoods: pages"],
  ],
])("a cursor is found that %s", async (_, shop, failed) => {
  expect((await judgeShop(shop)).toSorted()).toEqual(failed);
});
