import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import {
  adds,
  changes,
  describePaths,
  idInPath,
  judgeDescribed,
  lists,
  reads,
  removes,
} from "./described.js";
import { failedIn } from "./deviations.js";

type Members = Readonly<Record<string, unknown>>;

/** What one shelf does in its own way. */
interface Ways {
  /** The book after a change. */
  readonly change?: (sent: Members, before: Members, method: string) => Members;
  /** Does a PUT add what is not there? */
  readonly adds?: boolean;
}

const text = { type: "string", minLength: 1, maxLength: 60 };
const note = { type: ["string", "null"], maxLength: 60 };
const body = { type: "object", required: ["title"], properties: { title: text, note } };
const shown = { type: "object", properties: { id: { type: "integer" }, ...body.properties } };
const rules = `The register of a library.

PUT replaces all members; members left out go back to their defaults. PUT never creates anything. PATCH changes the members
that are given; null sets a member to null.`;

async function judge({ change, adds: isAdding = false }: Ways, description = rules) {
  const books = new Map<number, Members>();
  let count = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, part], body: sentText, sent }) => {
    const id = Number(part ?? 0);
    const book = books.get(id);
    if (part !== undefined && book === undefined && !(isAdding && method === "PUT")) return [404, {}];
    if (method === "GET") return [200, book ?? [...books.values()]];
    if (method === "DELETE") return books.delete(id) ? [204] : [404, {}];
    const usual: Members = method === "PATCH" ? { ...book, ...sent } : { note: null, ...sent };
    const { title, note: said = null } = usual;
    const isText = typeof title === "string" && title !== "" && title.length <= 60;
    const isNote = said === null || (typeof said === "string" && said.length <= 60);
    if (!sentText.startsWith("{") || !isText || !isNote) return [400, {}];
    if (part === undefined) count += 1;
    const own = part === undefined ? count : id;
    const kept = book === undefined ? usual : (change ?? (() => usual))(sent, book, method);
    books.set(own, { title: kept["title"], note: kept["note"], id: own });
    return [part === undefined ? 201 : 200, books.get(own)];
  });
  const patch = { type: "object", properties: body.properties };
  const paths = {
    "/books": { get: lists("listBooks", shown), post: adds("addBook", body, shown) },
    "/books/{id}": {
      parameters: [idInPath()],
      get: reads("getBook", shown),
      put: changes("putBook", body, shown),
      patch: changes("patchBook", patch, shown),
      delete: removes("removeBook"),
    },
  };
  const info = { title: "Library", version: "1", description };
  return failedIn(await judgeDescribed(describePaths(paths, { info }), baseUrl, { whole: true }));
}

const merged = (sent: Members, before: Members): Members => ({ ...before, ...sent });
const withoutNull = (sent: Members, before: Members, method: string): Members => ({
  ...(method === "PATCH" ? before : { note: null }),
  ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)),
});
const faults: readonly (readonly [string, Ways, string])[] = [
  ["keeps what a PUT leaves out", { change: merged }, "putBook: left out"],
  ["adds a book by PUT", { adds: true }, "putBook: unknown item"],
  ["takes null in a PATCH for nothing", { change: withoutNull }, "patchBook: changed"],
];

describe("the text about the whole interface says what a method does:", () => {
  it("a server that does so is no matter", async () => {
    expect(await judge({})).toEqual([]);
  });

  it.each(faults)("it is found that a server %s", async (_, ways, expected) => {
    expect(await judge(ways)).toContain(expected);
  });

  it.each(faults)("where it says nothing of that, a server may be one that %s", async (_, ways) => {
    expect(await judge(ways, "A library, with GET, PUT and PATCH.")).toEqual([]);
  });
});
