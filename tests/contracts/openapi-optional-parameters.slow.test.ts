import { expect, it } from "vitest";
import { planOperations } from "../../src/contracts/openapi/plan.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, json, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const sent = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
const book = {
  type: "object",
  required: ["id", "title"],
  properties: { id: { type: "integer" }, title: { type: "string" } },
};
const where = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
const parameters = [
  { name: "where", in: "query", ...json(where) },
  { name: "theme", in: "cookie", schema: { type: "string", enum: ["dark", "light"] } },
  { name: "X-Context", in: "header", ...json(where) },
];
const description = describePaths({
  "/books": {
    get: { ...lists("listBooks", book), parameters },
    post: { ...adds("addBook", sent, book), parameters: parameters.slice(0, 2) },
  },
  "/books/{id}": { parameters: [idInPath()], get: reads("getBook", book), delete: removes("dropBook") },
});

/** Judges a server of books, which answers to lists in its own way; undefined: as usual. */
async function judge(answer: (asked: Asked, all: readonly object[]) => Reply | undefined) {
  const books = new Map<number, object>();
  const asks: string[] = [];
  let count = 0;
  const baseUrl = await startJsonServer((asked) => {
    const { method, query, headers, sent: body } = asked;
    const id = Number(asked.parts[1] ?? 0);
    if (method === "POST") {
      if (typeof body["title"] !== "string") return [400];
      count += 1;
      books.set(count, { id: count, title: body["title"] });
      return [201, books.get(count)];
    }
    if (id === 0) {
      asks.push(`${query.get("where")} ${headers.cookie} ${headers["x-context"]}`);
      return answer(asked, [...books.values()]) ?? [200, [...books.values()]];
    }
    if (!books.has(id)) return [404];
    if (method === "DELETE") return books.delete(id) ? [204] : [404];
    return [200, books.get(id)];
  });
  return { failed: failedIn(await judgeDescribed(description, baseUrl, { whole: true })), asks };
}

it("sends each of them once, with a valid value", async () => {
  const { failed, asks } = await judge(() => undefined);
  expect(failed).toEqual([]);
  expect(asks.filter((each) => each !== "null undefined undefined")).toEqual([
    expect.stringMatching(/^\{"title":".+"\} undefined undefined$/),
    "null theme=dark undefined",
    expect.stringMatching(/^null undefined \{"title":".+"\}$/),
  ]);
});

it.each<[string, (asked: Asked, all: readonly object[]) => Reply | undefined]>([
  ["fails for one in a cookie", ({ headers: { cookie } }) => (cookie === undefined ? undefined : [500])],
  [
    "shows something else for one that is JSON",
    ({ query }) => (query.has("where") ? [200, { items: [] }] : undefined),
  ],
])("finds a server that %s", async (_, answer) => {
  expect((await judge(answer)).failed).not.toEqual([]);
});

it.each<[string, (asked: Asked, all: readonly object[]) => Reply | undefined]>([
  ["refuses them", ({ headers, query }) => (headers.cookie || query.has("where") ? [401] : undefined)],
  [
    "shows less for them",
    ({ headers, query }) => (headers["x-context"] || query.has("where") ? [200, []] : undefined),
  ],
])("leaves a server alone that %s", async (_, answer) => {
  expect((await judge(answer)).failed).toEqual([]);
});

it("names those that no request has in the plan", () => {
  const rights = { readOnly: false, deletableOnly: false, disposable: true };
  const planned = planOperations({ operations: description.operations }, rights);
  expect(planned.map(({ id, parameters: named }) => [id, named])).toEqual([
    ["listBooks", undefined],
    ["addBook", ["where: not sent", "theme: not sent"]],
    ["getBook", undefined],
    ["dropBook", undefined],
  ]);
});
