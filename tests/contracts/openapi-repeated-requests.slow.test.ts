import { describe, expect, it } from "vitest";
import { clock } from "../servers/clock.js";
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
import { failedIn } from "./deviations.js";

interface Note {
  readonly id: number;
  readonly title: string;
  readonly version: number;
}

/** What one server does in its own way; undefined where it does what all do. */
interface Ways {
  /** Answers a creation whose key is known; undefined where another note is created. */
  readonly again?: (note: Note, isSame: boolean) => Reply | undefined;
  readonly etagOf?: (note: Note) => string | undefined;
  /** The status of a response to what is asked for with an ETag. */
  readonly statusFor?: (known: string, etag: string, note: Note) => 200 | 304;
  readonly show?: (note: Note) => object;
  /** Of the responses, and the parameters, of what reads a note. */
  readonly read?: object;
  readonly parameters?: readonly object[];
  readonly isKeyRequired?: boolean;
  /** Of the keys, and whether a key is one; those of UUIDs if absent. */
  readonly keys?: { readonly schema: object; readonly isKey: (key: string) => boolean };
}

const text = { type: "string", minLength: 1, maxLength: 60 };
const body = { type: "object", required: ["title"], properties: { title: text } };
const shown = {
  type: "object",
  required: ["id", "title"],
  properties: { id: { type: "integer" }, title: text },
};
const header = (name: string, required = false, schema: object = {}) => ({
  name,
  in: "header",
  required,
  schema: { type: "string", format: name.startsWith("If") ? "" : "uuid", ...schema },
});
const lengths = { format: undefined, minLength: 8, maxLength: 40 };

async function judge(ways: Ways) {
  const notes = new Map<string, Note>();
  const keys = new Map<string, { readonly note: Note; readonly body: string }>();
  const { show = (note: Note): object => note, etagOf = ({ version }: Note) => `"v${version}"` } = ways;
  const statusFor = ways.statusFor ?? ((known, etag) => (known === etag ? 304 : 200));
  let count = 0;
  const create = ({ headers, sent, body: whole }: Asked): Reply => {
    const key = headers["idempotency-key"];
    if (ways.isKeyRequired === true && key === undefined) return [400, {}];
    const { isKey = (each: string) => /^[0-9a-f-]{36}$/i.test(each) } = ways.keys ?? {};
    if (typeof key === "string" && !isKey(key)) return [400, {}];
    const known = keys.get(`${key}`);
    const reply = known && (ways.again ?? ((note) => [201, show(note)]))(known.note, known.body === whole);
    if (reply !== undefined) return reply;
    count += 1;
    const note = { id: count, title: `${sent["title"]}`, version: 1 };
    notes.set(`${count}`, note);
    if (key !== undefined) keys.set(`${key}`, { note, body: whole });
    return [201, show(note)];
  };
  const baseUrl = await startJsonServer((asked) => {
    const { method, parts, sent, headers } = asked;
    const [, id = ""] = parts;
    const { title } = sent;
    if (method === "POST" || method === "PUT") {
      if (typeof title !== "string" || title === "" || title.length > 60) return [400, {}];
      if (method === "POST") return create(asked);
    }
    const note = notes.get(id);
    if (id === "") return [200, [...notes.values()].map(show)];
    if (note === undefined) return [404, {}];
    if (method === "DELETE") notes.delete(id);
    if (method === "DELETE") return [204];
    const now = method === "PUT" ? { ...note, title: `${title}`, version: note.version + 1 } : note;
    notes.set(id, now);
    const etag = etagOf(now);
    const known = headers["if-none-match"];
    const isKnown = method === "GET" && known !== undefined && etag !== undefined;
    const status = isKnown ? statusFor(known, etag, now) : 200;
    return [status, status === 304 ? undefined : show(now), etag === undefined ? {} : { etag }];
  });
  const description = describePaths({
    "/notes": {
      get: lists("listNotes", shown),
      post: {
        ...adds("addNote", body, shown, { 409: { description: "The key was used for something else" } }),
        parameters: [header("Idempotency-Key", ways.isKeyRequired, ways.keys?.schema)],
      },
    },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: {
        ...reads("getNote", shown, { 304: { description: "It is as it was" }, ...ways.read }),
        parameters: ways.parameters ?? [header("If-None-Match")],
      },
      put: changes("putNote", body, shown),
      delete: removes("removeNote"),
    },
  });
  const report = await judgeDescribed(description, baseUrl);
  return {
    failed: failedIn(report),
    // What shows no word of the run is not deleted.
    left: [...notes.values()].filter(({ title }) => title.length > 1),
    verdictOf: (id: string) => report.requirements.find((each) => each.id === id)?.verdict,
  };
}

describe("nothing fails where the server", () => {
  it.each<[string, Ways, object]>([
    ["knows its keys and its ETags", {}, { key: "passed", etag: "passed" }],
    ["asks for a key", { isKeyRequired: true }, { key: "passed", etag: "passed" }],
    ["refuses a key that is known", { again: () => [409, {}] }, { key: "passed", etag: "passed" }],
    ["answers with 200 then", { again: (note) => [200, note] }, { key: "passed", etag: "passed" }],
    [
      "refuses a key with another body alone",
      { again: (note, isSame) => (isSame ? [201, note] : [409, {}]) },
      { key: "passed", etag: "passed" },
    ],
    [
      "refuses keys that are too long or too short, and one with another body",
      {
        keys: { schema: lengths, isKey: ({ length }) => length >= 8 && length <= 40 },
        again: (note, isSame) => (isSame ? [201, note] : [409, {}]),
      },
      { key: "passed", etag: "passed" },
    ],
    [
      "takes keys of any length",
      {
        keys: { schema: lengths, isKey: () => true },
        again: (note, isSame) => (isSame ? [201, note] : [409, {}]),
      },
      { key: "passed", etag: "passed" },
    ],
    ["has weak ETags", { etagOf: ({ version }) => `W/"${version}"` }, { key: "passed", etag: "passed" }],
    ["has no ETags", { etagOf: () => undefined }, { key: "passed", etag: "untested" }],
    [
      "shows something else each time",
      { etagOf: () => `"${clock.now()}"`, show: (note) => ({ ...note, now: clock.now() }) },
      { key: "passed", etag: "untested" },
    ],
    [
      "looks at times alone, as it says",
      { statusFor: () => 200, parameters: [header("If-Modified-Since")] },
      { key: "passed", etag: undefined },
    ],
  ])("%s", async (_, ways, expected) => {
    const { failed, left, verdictOf } = await judge(ways);

    expect(failed).toEqual([]);
    expect({ key: verdictOf("addNote: idempotency key"), etag: verdictOf("getNote: 304") }).toEqual(expected);
    expect(left).toEqual([]);
  });
});

describe("a server is found that", () => {
  it.each<[string, Ways, string]>([
    ["takes no notice of keys", { again: () => undefined }, "addNote: idempotency key"],
    [
      "asks for keys, and takes no notice",
      { again: () => undefined, isKeyRequired: true },
      "addNote: idempotency key",
    ],
    [
      "takes keys that are too short, although it refuses one that is too long",
      {
        keys: { schema: lengths, isKey: ({ length }) => length <= 40 },
        again: (note, isSame) => (isSame ? [201, note] : [409, {}]),
      },
      "addNote: header /Idempotency-Key minLength",
    ],
    ["sends everything again", { statusFor: () => 200 }, "getNote: 304"],
    ["sends nothing again", { statusFor: () => 304 }, "getNote: 304"],
    [
      "knows every ETag that there was",
      { statusFor: (known, etag) => (/^"v\d+"$/.test(known) && etag !== "" ? 304 : 200) },
      "getNote: 304",
    ],
  ])("%s", async (_, ways, expected) => {
    const { failed, left } = await judge(ways);

    expect(failed).toEqual([expected]);
    expect(left).toEqual([]);
  });
});
