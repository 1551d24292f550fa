import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { readDescription } from "../../src/description/index.js";
import { type RunOptions, runConformance } from "../../src/run/index.js";
import { deriveContract, openApi } from "../../src/suites/index.js";
import { startOrigin } from "../servers/plain-server.js";
import { sentObject } from "../servers/sent-object.js";
import { failedIn } from "./deviations.js";

type Item = Readonly<Record<string, unknown>>;

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
  const baseUrl = await startOrigin(async (request, response) => {
    const { method = "", url = "" } = request;
    const sent = await text(request);
    const answer = (status: number, value?: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(value === undefined || status === 204 ? undefined : JSON.stringify(value));
    };
    const id = url.split("/")[2] ?? "";
    const known = items.get(id);
    if (method === "GET" && id === "") return answer(200, [...items.values()]);
    if (method === "GET") return known === undefined ? answer(404, {}) : answer(200, known);
    if (method !== "POST") written.add(id);
    if (method === "DELETE") return answer(items.delete(id) ? 204 : removal, {});
    const body = sentObject(sent) as Item;
    const { title } = body;
    const isTitle = typeof title === "string" && title.length <= 40;
    const isFlag = ["undefined", "boolean"].includes(typeof body["archived"]);
    const isValid = isFlag && sent !== "" && (isTitle || (method === "PATCH" && title === undefined));
    if (!isValid) return answer(400, {});
    const own = method === "POST" ? `${1000 + given.size}` : id;
    if (method === "POST") given.add(own);
    const item = { ...(method === "PATCH" ? known : {}), ...body, id: Number(own) };
    const isUsual = method === "POST" || known !== undefined;
    const usual: Changed = { status: method === "POST" ? 201 : 200, creates: "now" };
    const { status, creates }: Changed = isUsual ? usual : change(method);
    if (creates === "now") items.set(own, item);
    if (creates === "later") void sleep(100).then(() => items.set(own, item));
    return answer(status, status < 300 ? item : {});
  });
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const none = { 400: { description: "Not so" }, 404: { description: "None" } };
  const properties = { title: { type: "string", maxLength: 40 }, ...more };
  const item = { type: "object", required: ["id"], properties: { id: { type: "integer" }, ...properties } };
  const body = { type: "object", required: ["title"], properties };
  const sent = (schema: object) => ({ requestBody: { required: true, ...json(schema) } });
  const one = { 200: { description: "A note", ...json(item) } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    paths: {
      "/notes": {
        get: {
          operationId: "listNotes",
          responses: { ...none, 200: { description: "Notes", ...json({ type: "array", items: item }) } },
        },
        post: {
          operationId: "addNote",
          ...sent(body),
          responses: { ...none, 201: { description: "Added", ...json(item) } },
        },
      },
      "/notes/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        get: { operationId: "getNote", responses: { ...none, ...one } },
        put: {
          operationId: "putNote",
          ...sent(body),
          responses: { ...none, ...one, 201: { description: "Put", ...json(item) } },
        },
        patch: {
          operationId: "changeNote",
          ...sent({ type: "object", properties }),
          responses: {
            ...none,
            ...one,
            202: { description: "Soon" },
            204: { description: "Done" },
            ...statuses,
          },
        },
        delete: { operationId: "removeNote", responses: { ...none, 204: { description: "Removed" } } },
      },
    },
  };
  const contract = deriveContract(readDescription("notes.json", JSON.stringify(document)).description);
  const report = await runConformance(openApi, { contract, baseUrl, key: "", ...options });
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
