import { describe, expect, it } from "vitest";
import type { RunOptions } from "../../src/engine/index.js";
import { clock } from "../servers/clock.js";
import { startJsonServer } from "../servers/json-server.js";
import {
  adds,
  changes,
  describePaths,
  idInPath,
  json,
  judgeDescribed,
  lists,
  reads,
  removes,
} from "./described.js";
import { failedIn, type Item } from "./deviations.js";

interface Changed {
  readonly status: number;
  readonly creates?: "now" | "later";
}

/** What a server does with a change of what is not there. */
interface Ways {
  /** The status, and whether there is an item then. */
  readonly change?: (method: string) => Changed;
  /** Of a deletion of what is not there. */
  readonly removal?: number;
  /** Members of the body besides the title. */
  readonly more?: Readonly<Record<string, object>>;
  /** Further statuses of a PATCH. */
  readonly statuses?: object;
  readonly options?: Partial<RunOptions>;
}

async function judge(ways: Ways) {
  const { change = () => ({ status: 404 }), removal = 404, more = {}, statuses = {}, options } = ways;
  const items = new Map<string, Item>();
  /** Ids that were written to, and those that the server has given. */
  const [written, given] = [new Set<string>(), new Set<string>(["7"])];
  items.set("7", { id: 7, title: "of somebody else" });
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], body, sent }) => {
    const known = items.get(id);
    if (method === "GET" && id === "") return [200, [...items.values()]];
    if (method === "GET") return known === undefined ? [404, {}] : [200, known];
    if (method !== "POST") written.add(id);
    if (method === "DELETE") return [items.delete(id) ? 204 : removal, {}];
    const { title, archived } = sent;
    const isTitle = typeof title === "string" && title.length <= 40;
    const isFlag = ["undefined", "boolean"].includes(typeof archived);
    const isValid = isFlag && body !== "" && (isTitle || (method === "PATCH" && title === undefined));
    if (!isValid) return [400, {}];
    const own = method === "POST" ? `${1000 + given.size}` : id;
    if (method === "POST") given.add(own);
    const item = { ...(method === "PATCH" ? known : {}), ...sent, id: Number(own) };
    const isUsual = method === "POST" || known !== undefined;
    const usual: Changed = { status: method === "POST" ? 201 : 200, creates: "now" };
    const { status, creates }: Changed = isUsual ? usual : change(method);
    if (creates === "now") items.set(own, item);
    if (creates === "later") clock.after(100, () => items.set(own, item));
    return [status, status < 300 ? item : {}];
  });
  const properties = { title: { type: "string", maxLength: 40 }, ...more };
  const item = { type: "object", required: ["id"], properties: { id: { type: "integer" }, ...properties } };
  const body = { type: "object", required: ["title"], properties };
  const soon = { 202: { description: "Soon" }, 204: { description: "Done" } };
  const description = describePaths({
    "/notes": { get: lists("listNotes", item), post: adds("addNote", body, item) },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", item),
      put: changes("putNote", body, item, { 201: { description: "Put", ...json(item) } }),
      patch: changes("changeNote", { type: "object", properties }, item, { ...soon, ...statuses }),
      delete: removes("removeNote"),
    },
  });
  const report = await judgeDescribed(description, baseUrl, options);
  const foreign = [...written].filter((id) => id === "7" || !given.has(id));
  return { failed: failedIn(report), left: [...items.keys()], foreign };
}

/** Only for this method; 404 for others. */
const only =
  (wanted: string, status: number, creates?: "now" | "later") =>
  (method: string): Changed =>
    method === wanted ? { status, ...(creates && { creates }) } : { status: 404 };

describe("what is not there may be changed, or not, where a server", () => {
  it.each<[string, Ways]>([
    ["answers 404", {}],
    ["answers 410", { change: () => ({ status: 410 }) }],
    ["answers 409", { change: () => ({ status: 409 }) }],
    ["creates what is put", { change: only("PUT", 201, "now") }],
    ["creates what is put, with 200", { change: only("PUT", 200, "now") }],
    ["creates what is sent with PATCH", { change: only("PATCH", 200, "now") }],
    ["creates it after a while", { change: only("PUT", 200, "later"), options: { settle: 600 } }],
    ["promises to do it later", { change: only("PATCH", 202) }],
    ["says that it removes it again", { removal: 204 }],
    ["may restore what is archived", { change: only("PATCH", 200), more: { archived: { type: "boolean" } } }],
    [
      "is described to create what it lacks",
      { change: only("PATCH", 204), statuses: { 201: { description: "Created" } } },
    ],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual({ failed: [], left: ["7"], foreign: [] });
  });
});

describe("a server is found that", () => {
  it.each<[string, Ways, string]>([
    ["says that it has changed nothing", { change: only("PATCH", 200) }, "changeNote: unknown item"],
    ["says so without a body", { change: only("PATCH", 204) }, "changeNote: unknown item"],
    ["says that it has put nothing", { change: only("PUT", 200) }, "putNote: unknown item"],
    ["fails where it has nothing to remove", { removal: 500 }, "removeNote: no server error"],
    ["fails where it has nothing to change", { change: only("PUT", 500) }, "putNote: no server error"],
  ])("%s", async (_, ways, requirement) => {
    const { failed, foreign } = await judge(ways);
    expect(failed).toEqual([requirement]);
    expect(foreign).toEqual([]);
  });
});
