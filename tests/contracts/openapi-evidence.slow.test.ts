import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import { adds, changes, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";

const text = { type: "string", maxLength: 40 };
const note = { type: "object", required: ["title"], properties: { title: text } };
const shown = { type: "object", properties: { id: { type: "integer" }, title: text } };
const query = (name: string, schema: object) => ({ name, in: "query", schema });
const page = {
  type: "object",
  required: ["items"],
  properties: { items: { type: "array", items: shown }, next_cursor: { type: "string" } },
};

const notes = describePaths({
  "/notes": {
    get: {
      ...reads("listNotes", page),
      parameters: [query("limit", { type: "integer", minimum: 1 }), query("cursor", { type: "string" })],
    },
    post: adds("addNote", note, shown),
  },
  "/notes/{id}": {
    parameters: [idInPath()],
    get: reads("getNote", shown),
    patch: changes("changeNote", note, shown),
    delete: removes("removeNote"),
  },
});

/** How a server answers in its own way; undefined where it does so as usual. */
type Own = (asked: Asked, hasDeleted: boolean) => Reply | undefined;

async function judge(own: Own): Promise<Report> {
  const items = new Map<number, object>();
  let hasDeleted = false;
  let last = 0;
  const baseUrl = await startJsonServer((asked) => {
    const { method, parts, sent, query: asks } = asked;
    const other = own(asked, hasDeleted);
    if (other !== undefined) return other;
    const id = Number(parts[1] ?? "0");
    const isNote = typeof sent["title"] === "string" && sent["title"].length <= 40;
    if (["POST", "PATCH"].includes(method) && !isNote) return [400];
    if (method === "POST") {
      last += 1;
      items.set(last, { ...sent, id: last });
      return [201, items.get(last)];
    }
    if (parts.length === 1) {
      const from = Number(asks.get("cursor")?.slice(1) ?? "0");
      const size = Number(asks.get("limit") ?? "50");
      if (!(size >= 1) || Number.isNaN(from)) return [400];
      const rows = [...items].filter(([key]) => key > from);
      const [end] = rows.slice(0, size).at(-1) ?? [0];
      return [
        200,
        {
          items: rows.slice(0, size).map(([, item]) => item),
          ...(rows.length > size ? { next_cursor: `c${end}` } : {}),
        },
      ];
    }
    const item = items.get(id);
    if (item === undefined) return [404];
    if (method === "PATCH") items.set(id, { ...item, ...sent });
    if (method === "DELETE") hasDeleted = items.delete(id);
    return method === "DELETE" ? [204] : [200, items.get(id)];
  });
  return judgeDescribed(notes, baseUrl, { whole: true });
}

const verdictOf = ({ requirements }: Report, wanted: string) => {
  const { verdict, reason } = requirements.find(({ id }) => id === wanted) ?? {};
  return { verdict, reason };
};
const isRead = ({ method, parts }: Asked): boolean => method === "GET" && parts.length === 2;

describe("that what is deleted is gone has passed only where it was seen:", () => {
  it.each<[what: string, own: Own, verdict: string]>([
    ["it was read, and is not found", () => undefined, "passed"],
    ["it cannot be read at all", (asked) => (isRead(asked) ? [500] : undefined), "untested"],
    [
      "it may not be read once something was deleted",
      (asked, hasDeleted) => (isRead(asked) && hasDeleted ? [403] : undefined),
      "untested",
    ],
    ["it is deleted later", ({ method }) => (method === "DELETE" ? [202] : undefined), "untested"],
  ])("%s", async (_, own, verdict) => {
    expect(verdictOf(await judge(own), "removeNote: gone").verdict).toBe(verdict);
  });
});

describe("a check proves nothing of what it had no occasion to see:", () => {
  it("changes of what is gone, where nothing is deleted", async () => {
    const report = await judge(({ method }) => (method === "DELETE" ? [202] : undefined));
    expect(verdictOf(report, "changeNote: unknown item").verdict).toBe("untested");
  });

  it("but what it saw, it proves", async () => {
    const report = await judge(() => undefined);
    expect(report.conclusion.sentence).toMatch(
      /^conforms, (\d+) of \1 binding requirements tested(, \d+ in part)?; \d+ observations and advice$/,
    );
    expect(verdictOf(report, "changeNote: unknown item").verdict).toBe("passed");
  });
});

describe("a cursor that the server has just handed out", () => {
  it.each([400, 404])("is found where it is refused with %d", async (status) => {
    const report = await judge(({ query: asks }) => (asks.has("cursor") ? [status] : undefined));
    expect(report.findings.map(({ requirement, problem }) => `${requirement}: ${problem}`)).toContain(
      "listNotes: pages: the next page is not served",
    );
  });

  it.each([401, 403, 410])("says nothing where it is answered with %d", async (status) => {
    const report = await judge(({ query: asks }) => (asks.has("cursor") ? [status] : undefined));
    expect(verdictOf(report, "listNotes: pages").verdict).toBe("untested");
  });
});
