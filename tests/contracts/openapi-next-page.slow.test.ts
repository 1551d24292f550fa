import { describe, expect, it } from "vitest";
import { deriveContract } from "../../src/contracts/index.js";
import type { Report } from "../../src/engine/index.js";
import { type Asked, startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, json, judgeDescribed, reads } from "./described.js";
import { failedIn } from "./deviations.js";

const key = "key-of-the-notes-123";
const note = { type: "object", properties: { id: { type: "integer" }, note: { type: "string" } } };
const whole = (name: string, schema: object) => ({
  name,
  in: "query",
  schema: { type: "integer", minimum: 1, ...schema },
});
const link = { Link: { schema: { type: "string" } } };
const uri = { type: ["string", "null"] };

/** A list in a description: where it has its link, if anywhere. */
const lists = {
  header: { ...json({ type: "array", items: note }), headers: link },
  next: json({ type: "object", properties: { items: { type: "array", items: note }, next: uri } }),
  links: json({
    type: "object",
    properties: {
      items: { type: "array", items: note },
      _links: {
        type: "object",
        properties: { next: { type: "object", properties: { href: { type: "string" } } } },
      },
    },
  }),
  embedded: json({
    type: "object",
    properties: {
      _embedded: { type: "object", properties: { notes: { type: "array", items: note } } },
      _links: {
        type: "object",
        properties: { next: { type: "object", properties: { href: { type: "string" } } } },
      },
    },
  }),
  none: json({ type: "array", items: note }),
};
type ListKind = keyof typeof lists;

function describeNotes(kind: ListKind) {
  const sent = { type: "object", required: ["note"], properties: { note: { type: "string" } } };
  const listed = {
    responses: { 200: { description: "A page", ...lists[kind] }, 400: { description: "No" } },
  };
  const one = { 200: { description: "A note", ...json(note) }, 404: { description: "None" } };
  const parameters = [whole("limit", { maximum: 50 }), whole("page", {})];
  const paths = {
    "/notes": {
      get: { operationId: "listNotes", parameters, ...listed },
      post: adds("addNote", sent, note),
    },
    "/notes/{id}": { parameters: [idInPath()], get: { operationId: "getNote", responses: one } },
  };
  const securitySchemes = { key: { type: "apiKey", in: "query", name: "api_key" } };
  return describePaths(paths, { security: [{ key: [] }], components: { securitySchemes } });
}

interface Next {
  readonly request: Asked;
  /** The usual query of the next page. */
  readonly query: string;
  readonly isLast: boolean;
}

/** What the server does in a way of its own: its links, and what becomes of a page. */
interface Ways {
  readonly kind?: ListKind;
  readonly linkOf?: (next: Next) => string | undefined;
  readonly pageOf?: (page: number) => number;
  readonly statusOf?: (page: number, asked: number) => number;
  readonly isFull?: boolean;
  readonly others?: (notes: { id: number }[]) => void;
}

async function judge(ways: Ways): Promise<{ readonly report: Report; readonly lists: readonly string[] }> {
  const { kind = "header", pageOf = (page) => page, statusOf = () => 200, others, isFull = false } = ways;
  const { linkOf = ({ query, isLast }) => (isLast ? undefined : query) } = ways;
  const notes: { id: number; note?: string }[] = [];
  const asked: string[] = [];
  const origin = await startJsonServer((request) => {
    const { method, url, path, query: given } = request;
    if (given.getAll("api_key").join() !== key) return [401, {}];
    const known = notes.find(({ id }) => path === `/v1/notes/${id}`);
    if (known !== undefined) return [200, known];
    if (path !== "/v1/notes") return [404, {}];
    if (method === "POST") {
      const { note: said } = request.sent;
      if (typeof said !== "string") return [400, {}];
      if (isFull && notes.length > 0) return [409, {}];
      notes.push({ note: said, id: notes.length + 1 });
      return [201, notes.at(-1)];
    }
    others?.(notes);
    asked.push(url);
    const [page, limit] = [Number(given.get("page") ?? 1), Number(given.get("limit") ?? 2)];
    if (!(page >= 1 && limit >= 1 && limit <= 50)) return [400, {}];
    const start = (pageOf(page) - 1) * limit;
    const items = notes.slice(start, start + limit);
    const query = `?limit=${limit}&page=${page + 1}`;
    const next = linkOf({ request, query, isLast: start + limit >= notes.length });
    const status = statusOf(page, asked.length);
    const links = next === undefined ? {} : { next: { href: next } };
    if (status !== 200) return [status, {}];
    if (kind === "next") return [200, { items, next: next ?? null }];
    if (kind === "links") return [200, { items, _links: links }];
    if (kind === "embedded") {
      const linked = items.map(({ id, ...each }) => ({
        ...each,
        _links: { self: { href: `/v1/notes/${id}` } },
      }));
      return [200, { _embedded: { notes: linked }, _links: links }];
    }
    const link = next === undefined ? '</v1/notes?page=1>; rel="first"' : `<${next}>; rel="next"`;
    return [200, items, { link }];
  });
  const report = await judgeDescribed(describeNotes(kind), `${origin}/v1`, { key });
  return { report, lists: asked };
}

function verdictOf({ requirements }: Report, name: string): string | undefined {
  return requirements.find(({ id }) => id === name)?.verdict;
}

const absolute = ({ request, query, isLast }: Next): string | undefined =>
  isLast ? undefined : `http://${request.headers.host}/v1/notes${query}`;

describe("a link to the next page is followed, which", () => {
  it.each<[string, Ways]>([
    ["the header Link has, as a query", {}],
    ["the header Link has, as an address", { linkOf: absolute }],
    ["has the key of the request in it", { linkOf: (next) => absolute(next)?.concat(`&api_key=${key}`) }],
    ["a member has, as a query", { kind: "next" }],
    ["a member has, as an address", { kind: "next", linkOf: absolute }],
    [
      "a member has, as a path",
      { kind: "next", linkOf: ({ query, isLast }) => (isLast ? undefined : `/v1/notes${query}`) },
    ],
    ["an object among links has", { kind: "links", linkOf: absolute }],
    [
      "an object among links has, where items have links in the place of ids",
      { kind: "embedded", linkOf: absolute },
    ],
  ])("%s", async (_, ways) => {
    const { report, lists: asked } = await judge(ways);
    expect(failedIn(report)).toEqual([]);
    expect(verdictOf(report, "listNotes: next page")).toBe("passed");
    expect(verdictOf(report, "listNotes: further pages")).toBe("passed");
    expect(asked.some((url) => url.includes("limit=1&page=2"))).toBe(true);
    expect(JSON.stringify(report)).not.toContain(key);
  });
});

describe("nothing is found, and nothing is said of the link, where", () => {
  it.each<[string, Ways]>([
    ["no page has one", { linkOf: () => undefined }],
    ["there is but one page, since nothing can be added", { isFull: true }],
    ["a proxy has rewritten the host", { linkOf: ({ query }) => `https://notes.example/v1/notes${query}` }],
    ["a proxy has taken a part of the path away", { linkOf: ({ query }) => `/notes${query}` }],
    ["it leads to something else", { linkOf: () => "/v1/logout" }],
    ["it leads out of the address", { linkOf: ({ query }) => `/v1/../admin/notes${query}` }],
    ["it is no address at all", { linkOf: () => "http://" }],
    ["it has more slashes than anybody counts", { kind: "next", linkOf: () => `${"/".repeat(1e6)}x` }],
    ["it is longer than any request", { kind: "next", linkOf: ({ query }) => query.padEnd(1e6, "0") }],
    [
      "it has more slashes than a header",
      { linkOf: ({ request }) => `http://${request.headers.host}${"/".repeat(8000)}x` },
    ],
    ["it is a cursor", { kind: "next", linkOf: () => "bm90ZXM=" }],
    ["the next page is not for this key", { statusOf: (page) => (page > 1 ? 403 : 200) }],
    ["its cursor is over by then", { statusOf: (page) => (page > 1 ? 410 : 200) }],
  ])("%s", async (_, ways) => {
    const { report, lists: asked } = await judge(ways);
    expect(failedIn(report)).toEqual([]);
    expect(verdictOf(report, "listNotes: next page")).toBe("untested");
    expect(asked.every((url) => url.startsWith("/v1/notes?"))).toBe(true);
  });
});

it("a description without links promises none", async () => {
  const { report } = await judge({ kind: "none" });
  expect(verdictOf(report, "listNotes: next page")).toBeUndefined();
  expect(failedIn(report)).toEqual([]);
});

describe("an honest server may", () => {
  it.each<[string, Ways]>([
    ["lose a page once, since others have deleted what it had", { statusOf: oncePage() }],
    [
      "show the first item again, since others add some at the beginning",
      { others: (notes) => void notes.unshift({ id: 10_000 + notes.length }) },
    ],
  ])("%s", async (_, ways) => {
    const { report } = await judge(ways);
    expect(failedIn(report)).toEqual([]);
    expect(verdictOf(report, "listNotes: further pages")).toBe("passed");
  });

  function oncePage(): (page: number) => number {
    let lost = 0;
    return (page) => {
      if (page > 1) lost += 1;
      return page > 1 && lost === 1 ? 404 : 200;
    };
  }
});

describe("a server is at fault that", () => {
  it.each<[string, Ways, string]>([
    ["does not find its own next page", { statusOf: (page) => (page > 1 ? 404 : 200) }, "next page"],
    ["refuses its own cursor", { kind: "next", statusOf: (page) => (page > 1 ? 400 : 200) }, "next page"],
    [
      "fails on the next page",
      { linkOf: ({ query }) => `${query}&from=next`, statusOf: (page) => (page === 2 ? 500 : 200) },
      "no server error",
    ],
  ])("%s", async (_, ways, requirement) => {
    const { report } = await judge(ways);
    expect(failedIn(report)).toContain(`listNotes: ${requirement}`);
  });

  it("shows its first page again and again, by number and by link", async () => {
    const { report } = await judge({ pageOf: () => 1, linkOf: ({ query }) => query });
    expect(failedIn(report)).toEqual(["listNotes: pages"]);
    expect(verdictOf(report, "listNotes: further pages")).toBe("warned");
  });
});

describe("a parameter that bounds a list is known by its name", () => {
  it.each([
    ["limit", true],
    ["page[size]", true],
    ["pagination[pageSize]", true],
    ["size", true],
    // Widgets of that size, not so many of them.
    ["weight", false],
    ["count", false],
  ])("%s: %s", (name, isBound) => {
    const widget = { type: "object", properties: { id: { type: "integer" }, count: { type: "integer" } } };
    const list = { type: "object", properties: { widgets: { type: "array", items: widget } } };
    const get = { ...reads("list", list), parameters: [whole(name, {})] };
    const { requirements } = deriveContract(describePaths({ "/widgets": { get } }));
    expect(requirements.some(({ id }) => id === "list: page size")).toBe(isBound);
  });
});
