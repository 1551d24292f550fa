import { expect, it } from "vitest";
import { deriveContract } from "../../src/contracts/index.js";
import { noKnowledge } from "../../src/description/index.js";
import type { RunOptions } from "../../src/engine/index.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes, takes } from "./described.js";

const member = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } };
const book = {
  type: "object",
  required: ["title"],
  properties: { id: { type: "integer" }, title: { type: "string" } },
};
const loan = { type: "object", required: ["memberId"], properties: { memberId: { type: "integer" } } };
const lines = {
  type: "object",
  required: ["lines"],
  properties: { lines: { type: "array", items: { type: "string" } } },
};
const done = { responses: { 200: { description: "Done" }, 404: { description: "None" } } };
const setting = { type: "object", properties: { enabled: { type: "boolean" } } };

const paths = {
  "/members": { get: lists("listMembers", member), post: adds("addMember", member, member) },
  "/members/{id}": {
    parameters: [idInPath()],
    get: reads("getMember", member),
    delete: removes("removeMember"),
  },
  "/books": { get: lists("listBooks", book), post: adds("addBook", book, book) },
  "/books/{id}": { parameters: [idInPath()], get: reads("getBook", book), delete: removes("removeBook") },
  "/books/{id}/loans": { parameters: [idInPath()], post: { operationId: "lend", ...takes(loan), ...done } },
  "/books/{id}/lines:batch": {
    parameters: [idInPath()],
    post: { operationId: "addLines", ...takes(lines), ...done },
  },
  "/books/search": { post: { operationId: "searchBooks", ...takes(book), ...done } },
  "/admin/maintenance": {
    get: reads("getMode", setting),
    post: { operationId: "setMode", ...takes(setting), ...done },
  },
  "/settings": {
    get: reads("getSettings", setting),
    put: { operationId: "putSettings", ...takes(setting), ...done },
  },
};

/** Runs against a server that holds one item of somebody else in each list. Returns what it was asked to write, own ids as `*`. */
async function writtenBy(options: Partial<RunOptions> = {}, allow: readonly string[] = []) {
  const items = new Map<string, object>([
    ["books/7", { id: 7, title: "Somebody's" }],
    ["members/7", { id: 7, name: "Somebody" }],
  ]);
  const written = new Set<string>();
  let count = 1000;
  const baseUrl = await startJsonServer(
    ({ method, parts: [kind = "", id = "", verb = ""], path, body, sent }) => {
      const found = items.get(`${kind}/${id}`);
      const isOne = kind === "admin" || kind === "settings";
      if (method !== "GET") {
        const whose = sent["memberId"] === 7 ? " for somebody else" : "";
        written.add(`${method} ${path.replaceAll(/\d{4,}/g, "*")}${whose}`);
      }
      if (method === "GET" && isOne) return [200, { enabled: false }];
      if (method === "GET" && id === "")
        return [200, [...items].filter(([at]) => at.startsWith(kind)).map(([, each]) => each)];
      if (method === "POST" && !body.startsWith("{")) return [400, {}];
      if (isOne || id === "search" || (verb !== "" && found !== undefined)) return [200, {}];
      if (method === "POST" && id === "") {
        count += 1;
        const made = { ...sent, id: count };
        items.set(`${kind}/${count}`, made);
        return [201, made];
      }
      if (found === undefined) return [404, {}];
      if (method === "DELETE") items.delete(`${kind}/${id}`);
      return method === "DELETE" ? [204] : [200, found];
    },
  );
  const contract = deriveContract({ ...describePaths(paths), known: { ...noKnowledge, allow } });
  await judgeDescribed(describePaths(paths), baseUrl, { contract, whole: true, ...options });
  return [...written].filter((each) => !/\/\d{19}|unknown/.test(each)).toSorted();
}

const ofOwn = [
  "DELETE /books/*",
  "DELETE /members/*",
  "POST /books",
  "POST /books/*/lines:batch",
  "POST /books/*/loans",
  "POST /books/search",
  "POST /members",
];

it("actions, batches and creations below an item are sent to own items only, and name own items only", async () => {
  expect(await writtenBy()).toEqual(ofOwn);
});

it("the same holds on another machine that may be written to", async () => {
  expect(await writtenBy({ deletableOnly: true })).toEqual(ofOwn);
});

it("a singleton is sent nothing, whatever the user allows", async () => {
  expect(await writtenBy({}, ["setMode", "putSettings"])).toEqual(ofOwn);
});

it("nothing is written where that is forbidden, whatever the user allows", async () => {
  expect(await writtenBy({ readOnly: true }, ["setMode"])).toEqual([]);
});

const whole = { type: "integer", minimum: 0 };
const several = { type: "array", items: whole };
const word = { type: "string" };

/** Runs against books of which 0 to 3 are somebody's, and that act by such a body. Returns the bodies of the acts that got a success. */
async function actedBy(
  properties: object,
  required: readonly string[],
  { isListed = false, ...options }: Partial<RunOptions> & { readonly isListed?: boolean },
) {
  const act = { type: "object", required, properties };
  const description = describePaths({
    "/books": paths["/books"],
    "/books/{id}": paths["/books/{id}"],
    "/books/{id}/act": {
      parameters: [idInPath()],
      post: { operationId: "act", ...takes(act), ...done },
      ...(isListed ? { get: lists("listActs", act) } : {}),
    },
  });
  const items = new Map([0, 1, 2, 3].map((id) => [id, { id, title: "Somebody's" }]));
  const named: unknown[] = [];
  const acts: string[] = [];
  let count = 1000;
  const baseUrl = await startJsonServer(({ method, parts: [, id = "", verb = ""], body, sent }) => {
    const found = /^\d+$/.test(id) ? items.get(Number(id)) : undefined;
    if (method === "GET" && id === "") return [200, [...items.values()]];
    if (method === "POST" && id === "") {
      if (typeof sent["title"] !== "string") return [400, {}];
      count += 1;
      items.set(count, { id: count, title: sent["title"] });
      return [201, items.get(count)];
    }
    if (found === undefined) return [404, {}];
    if (verb !== "" && method === "GET") return [200, []];
    if (verb !== "") {
      acts.push(body);
      // As lenient servers do, it takes what it is sent for a number.
      const values = Object.entries(sent).flatMap(([name, value]) =>
        name === "count" ? [] : [value].flat(),
      );
      named.push(...values.filter((each) => Number(each) <= 3));
      return [200, {}];
    }
    if (method === "DELETE") items.delete(Number(id));
    return method === "DELETE" ? [204] : [200, found];
  });
  await judgeDescribed(description, baseUrl, options);
  return { named, acts };
}

it.each<[string, object, readonly string[]]>([
  ["a number that it may leave out", { into: whole, count: whole }, ["count"]],
  ["a list that it may leave out", { ids: several, count: whole }, ["count"]],
  ["several of them", { into: whole, books: several, duplicateOf: whole, count: whole }, ["count"]],
  ["the id of another book", { book_id: whole, count: whole }, ["book_id"]],
  ["texts", { others: { type: "array", items: word }, source: word, count: whole }, ["source", "others"]],
])(
  "an act that takes %s names nothing of somebody else, whatever is tried",
  async (_, properties, required) => {
    for (const options of [{}, { profile: "nightly", cases: 100 }] as const) {
      const { named, acts } = await actedBy(properties, required, options);
      expect(named).toEqual([]);
      expect(acts.length).toBeGreaterThan(2);
    }
  },
);

it.each<[string, object]>([
  ["ids", { bookIds: { ...several, minItems: 1 } }],
  ["a list with their noun", { books: { ...several, minItems: 1 } }],
  ["an id", { otherBookId: whole }],
  ["a noun", { book: whole }],
])("a creation below an own item that names others by %s names own ones only", async (_, properties) => {
  const options = { isListed: true };
  const { named, acts } = await actedBy({ ...properties, count: whole }, Object.keys(properties), options);
  expect(named).toEqual([]);
  expect(acts.length).toBeGreaterThan(0);
});
