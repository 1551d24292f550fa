import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
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

const title = { type: "string", maxLength: 40 };
const note = { type: "object", required: ["title"], properties: { title } };
const shown = { type: "object", properties: { id: { type: "string" }, title } };

const notes = describePaths({
  "/notes": {
    get: {
      ...lists("listNotes", shown),
      parameters: [{ name: "word", in: "query", schema: { type: "string" } }],
    },
    post: adds("addNote", note, shown),
  },
  "/notes/{id}": {
    parameters: [idInPath("string")],
    get: reads("getNote", shown),
    put: changes("putNote", note, shown, { 201: { description: "Added" } }),
    delete: removes("removeNote"),
  },
});

const trace = 'Traceback (most recent call last):\n  File "/srv/notes.py", line 12, in load';

/** Judges a server that shows a trace with what it refuses of some requests. */
async function judge(isTraced: (asked: Asked) => boolean): Promise<Report> {
  const items = new Map<string, object>();
  const reply = (asked: Asked): Reply => {
    const { method, parts, body, sent, headers } = asked;
    const id = parts[1] ?? "";
    const isNote = typeof sent["title"] === "string" && sent["title"].length <= 40;
    const isJson = /json/.test(headers["content-type"] ?? "");
    if (method === "GET" && id === "") return [200, [...items.values()]];
    if (body !== "" && !(isNote && isJson)) return [400, {}];
    const key = method === "POST" ? `note-${items.size}` : id;
    const isNew = !items.has(key);
    if (["POST", "PUT"].includes(method)) {
      items.set(key, { ...sent, id: key });
      return [isNew ? 201 : 200, items.get(key)];
    }
    if (isNew) return [404, {}];
    return method === "DELETE" && items.delete(key) ? [204] : [200, items.get(key)];
  };
  const baseUrl = await startJsonServer((asked) => {
    const usual = reply(asked);
    return usual[0] >= 400 && isTraced(asked) ? [usual[0], { error: trace }] : usual;
  });
  return judgeDescribed(notes, baseUrl);
}

function verdictIn({ requirements }: Report): string | undefined {
  return requirements.find(({ id }) => id === "every response: no internals")?.verdict;
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

describe("a stack trace is found in the response to", () => {
  it.each<[what: string, isTraced: (asked: Asked) => boolean]>([
    ["a body that is no JSON", ({ body }) => body !== "" && !isJson(body)],
    ["a body that is no object", ({ body }) => isJson(body) && body.startsWith("[")],
    ["a body of another media type", ({ headers }) => /plain/.test(headers["content-type"] ?? "")],
    [
      "a probe of an id that the run is about to use",
      ({ method, path }) => method === "GET" && !/x{300}/.test(path),
    ],
    ["an id of 300 letters", ({ path }) => /x{300}/.test(path)],
    [
      "reads of the clean-up, of what no check reads once it is deleted",
      ({ method, path }) => method === "GET" && /note-1\d$/.test(path),
    ],
    ["a second deletion", ({ method }) => method === "DELETE"],
  ])("%s", async (_, isTraced) => {
    expect(verdictIn(await judge(isTraced))).toBe("warned");
  });

  it("nothing of a server that shows none", async () => {
    expect(verdictIn(await judge(() => false))).toBe("passed");
  });
});
