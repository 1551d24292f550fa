import { describe, expect, it } from "vitest";
import { noKnowledge } from "../../src/description/index.js";
import type { RunOptions } from "../../src/run/index.js";
import { deriveContract, planOperations } from "../../src/suites/index.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes, takes } from "./described.js";
import { failedIn } from "./deviations.js";

const todo = {
  type: "object",
  required: ["id", "title"],
  properties: { id: { type: "integer" }, title: { type: "string" } },
};
const title = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
const idList = { type: "array", items: { type: "integer" } };
const object = (properties: object, required: readonly string[] = []) =>
  takes({ type: "object", required, properties });
const query = (name: string, schema: object = idList, more: object = {}) => ({
  parameters: [{ name, in: "query", schema, ...more }],
});

/** How the deletion by a list is described: the path, the method, and what it takes. */
type Described = readonly [path: string, method: string, more: object, id?: string];
const byBody: Described = ["/todos/batch-delete", "post", object({ ids: idList })];
const byQuery: Described = ["/todos/batch", "delete", query("ids", idList, { explode: false })];

const describeTodos = ([path, method, more, id = "deleteTodos"]: Described) => {
  const list = { get: lists("listTodos", todo), post: adds("addTodo", title, todo) };
  const deletion = { [method]: { ...removes(id), ...more } };
  return describePaths({
    "/todos": path === "/todos" ? { ...list, ...deletion } : list,
    "/todos/{id}": {
      parameters: [idInPath()],
      get: reads("getTodo", todo),
      delete: removes("deleteTodo"),
    },
    ...(path === "/todos" ? {} : { [path]: deletion }),
  });
};

type Deletes = (all: readonly number[], listed: readonly number[]) => readonly number[];

/** Runs against a server that has items of others. Returns the report, the lists that were sent, and what is left. */
async function run(
  described: Described,
  deletes: Deletes = (_, listed) => listed,
  options: Partial<RunOptions> = {},
  allow: readonly string[] = [],
) {
  const todos = new Map([1, 2, 3].map((id) => [id, { id, title: "somebody's" }]));
  const sent: { readonly listed: readonly number[]; readonly wereOwn: boolean }[] = [];
  let last = 100;
  const [path, method] = described;
  const replyTo = (asked: Asked): Reply => {
    const { parts, query: search, body } = asked;
    if (asked.path === path && asked.method === method.toUpperCase()) {
      const text =
        method === "post" ? JSON.stringify(asked.sent["ids"] ?? []) : `[${search.get("ids") ?? ""}]`;
      const listed = JSON.parse(text) as number[];
      sent.push({ listed, wereOwn: listed.every((id) => todos.get(id)?.title !== "somebody's" && id > 100) });
      for (const id of deletes([...todos.keys()], listed)) todos.delete(id);
      return [204];
    }
    const known = todos.get(Number(parts[1]));
    if (parts.length > 1) {
      if (known === undefined) return [404, {}];
      if (asked.method !== "DELETE") return [200, known];
      todos.delete(known.id);
      return [204];
    }
    if (asked.method === "GET") return [200, [...todos.values()]];
    const named = asked.sent["title"];
    if (typeof named !== "string" || !body.startsWith("{")) return [400, {}];
    last += 1;
    todos.set(last, { id: last, title: named });
    return [201, todos.get(last)];
  };
  const baseUrl = await startJsonServer(replyTo);
  const description = { ...describeTodos(described), known: { ...noKnowledge, allow } };
  const contract = deriveContract(description);
  const report = await judgeDescribed(description, baseUrl, { contract, seed: 1, ...options });
  return { report, sent, left: [...todos.keys()] };
}

describe("items are deleted by a list of ids, and", () => {
  it.each<[string, Described]>([
    ["in a body", byBody],
    ["in a query", byQuery],
    ["named after the items", ["/todos:bulkDelete", "post", object({ ids: idList }, ["ids"])]],
  ])("%s, every list holds new items of the run and is never empty", async (_, described) => {
    const { report, sent, left } = await run(described);

    expect(sent).toEqual([{ listed: [expect.any(Number), expect.any(Number)], wereOwn: true }]);
    expect(left).toEqual([1, 2, 3]);
    expect(failedIn(report)).toEqual([]);
    const verdict = report.requirements.find(({ id }) => id === "deleteTodos: gone");
    expect(verdict).toMatchObject({ verdict: "passed" });
    expect(report.run.left ?? []).toEqual([]);
  });

  it.each<[string, Deletes]>([
    ["deletes all items", (all) => all],
    ["deletes the first alone", (_, listed) => listed.slice(0, 1)],
    ["deletes none", () => []],
    [
      "deletes all between the first and the last",
      (all, [first = 0, second = 0]) => all.filter((id) => id >= first && id <= second),
    ],
    ["deletes an item of others, too", (all, listed) => [...all.slice(0, 1), ...listed]],
  ])("a server fails that %s", async (_, deletes) => {
    for (const described of [byBody, byQuery]) {
      const { report, sent } = await run(described, deletes);

      expect(failedIn(report)).toContain("deleteTodos: gone");
      expect(sent.every(({ listed, wereOwn }) => wereOwn && listed.length === 2)).toBe(true);
    }
  });
});

describe("an operation that may delete more than it lists is not called, where", () => {
  it.each<[string, Described]>([
    ["its list has another name", ["/todos/batch-delete", "post", object({ values: idList })]],
    ["its list is of other items", ["/todos/batch-delete", "post", object({ userIds: idList })]],
    ["it is the path of the list", ["/todos", "delete", query("ids", idList, { explode: false })]],
    ["its ids are a text", ["/todos/batch", "delete", query("ids", { type: "string" })]],
    [
      "it needs another member",
      ["/todos/batch-delete", "post", object({ ids: idList, all: { type: "boolean" } }, ["all"])],
    ],
    ["its path says something else", ["/todos/batch-archive", "post", object({ ids: idList })]],
    [
      "its id says that it sends something",
      ["/todos/batch-delete", "post", object({ ids: idList }), "notifyAndDeleteTodos"],
    ],
    ["its id says that it deletes all", ["/todos/batch", "delete", query("ids"), "deleteAllTodos"]],
    [
      "its summary says that it purges",
      ["/todos/batch", "delete", { ...query("ids"), summary: "Purge todos" }],
    ],
    ["it needs three ids", ["/todos/batch", "delete", query("ids", { ...idList, minItems: 3 })]],
  ])("%s", async (_, described) => {
    expect((await run(described)).sent).toEqual([]);
  });

  it.each<[string, Partial<RunOptions>]>([
    ["the run only reads", { readOnly: true }],
    ["it is another machine", { deletableOnly: true }],
  ])("%s", async (_, options) => {
    expect((await run(byBody, undefined, options)).sent).toEqual([]);
  });
});

describe("a plan says that a deletion by a list of ids", () => {
  const called = { called: true, on: "own item", parameters: ["ids: only ids of own items"] };
  const uncalled = { called: false, reason: "it deletes every item whose id ids lists" };
  const elsewhere = { readOnly: false, deletableOnly: true, disposable: false };
  it.each<[string, Described, Partial<typeof elsewhere>, object]>([
    ["is called on this machine", byBody, { deletableOnly: false }, called],
    ["is called on this machine, with a query", byQuery, { deletableOnly: false }, called],
    ["is called where the store may be thrown away", byBody, { disposable: true }, called],
    ["is not called on another machine", byBody, {}, { ...uncalled, remedy: "--allow deleteTodos" }],
    ["is not called where nothing is written", byBody, { readOnly: true }, uncalled],
    [
      "of everything is not called",
      ["/todos", "delete", {}],
      { deletableOnly: false },
      { called: false, reason: "it changes or deletes all items of a list at once" },
    ],
  ])("%s", (_, described, permission, expected) => {
    const contract = deriveContract(describeTodos(described));

    const planned = planOperations(contract, { ...elsewhere, ...permission });

    expect(planned.find(({ id }) => id === "deleteTodos")).toMatchObject(expected);
  });
});
