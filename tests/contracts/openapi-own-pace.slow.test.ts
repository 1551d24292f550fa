import { expect, it } from "vitest";
import { clock } from "../servers/clock.js";
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

const members = { title: { type: "string", minLength: 1, maxLength: 80 }, note: { type: "string" } };
const sent = { type: "object", required: ["title"], properties: members };
const shown = {
  type: "object",
  required: ["id", "title"],
  properties: { id: { type: "integer" }, ...members },
};

interface Note {
  readonly title: string;
}

/** The notes of a server, each with its states and when it got them. */
type Notes = Map<
  number,
  { readonly id: number; states: readonly (readonly [at: number, note: Note | undefined])[] }
>;

/** Adds a state to a note that is there. */
function store(notes: Notes, id: number, note: Note | undefined): void {
  const { states = [] } = notes.get(id) ?? {};
  notes.set(id, { id, states: [...states, [clock.now(), note]] });
}

/** The note as it was some ms ago; undefined where it was not there. */
function stateOf(notes: Notes, id: number, ago = 0): Note | undefined {
  return notes.get(id)?.states.findLast(([at]) => at <= clock.now() - ago)?.[1];
}

function isNote(value: object): value is Note {
  const { title, note = "" } = value as { readonly title?: unknown; readonly note?: unknown };
  const isTitle = typeof title === "string" && title !== "" && [...title].length <= 80;
  return isTitle && typeof note === "string";
}

it("a server whose reads come from a replica that is late keeps the promise where --settle says so", async () => {
  const notes: Notes = new Map();
  let last = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, part], sent: body }) => {
    const id = Number(part);
    if (part === undefined && method === "GET") {
      const all = [...notes.keys()].flatMap((each) => stateOf(notes, each, 200) ?? []);
      return [200, all];
    }
    if (method === "GET") {
      const note = stateOf(notes, id, 200);
      return note === undefined ? [404, {}] : [200, note];
    }
    if (part !== undefined && stateOf(notes, id) === undefined) return [404, {}];
    if (method === "DELETE") {
      store(notes, id, undefined);
      return [204];
    }
    const note = { ...(method === "PATCH" ? stateOf(notes, id) : {}), ...body };
    if (!isNote(note)) return [400, {}];
    if (part === undefined) last += 1;
    const own = part === undefined ? last : id;
    const kept = { ...note, id: own };
    store(notes, own, kept);
    return [part === undefined ? 201 : 200, kept];
  });
  const description = describePaths({
    "/notes": { get: lists("listNotes", shown), post: adds("addNote", sent, shown) },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", shown),
      patch: changes("changeNote", { type: "object", properties: members }, shown),
      delete: removes("removeNote"),
    },
  });
  const report = await judgeDescribed(description, baseUrl, { settle: 600 });
  expect(report.findings.map(({ requirement, problem }) => [requirement, problem])).toEqual([]);
});

it("an item that is described to be gone after it was read keeps the promise", async () => {
  const notes: Notes = new Map();
  const baseUrl = await startJsonServer(({ method, parts: [, part], sent: note }) => {
    const id = part === undefined ? notes.size + 1 : Number(part);
    if (part !== undefined && !notes.has(id)) return [404, {}];
    if (method === "GET") {
      const found = stateOf(notes, id);
      store(notes, id, undefined);
      return found === undefined ? [410, {}] : [200, found];
    }
    if (!isNote(note)) return [400, {}];
    store(notes, id, { ...note, id } as Note);
    return [201, { id, title: note.title }];
  });
  const gone = { 410: { description: "It has been read: a note can be read once" } };
  const description = describePaths({
    "/notes": { post: adds("addNote", sent, { ...shown, required: ["id"] }) },
    "/notes/{id}": { parameters: [idInPath()], get: reads("readNote", shown, gone) },
  });
  expect(failedIn(await judgeDescribed(description, baseUrl))).toEqual([]);
});

it("an empty file is a body", async () => {
  const baseUrl = await startJsonServer(({ method, parts, sent: note }) => {
    if (parts.length === 2 && method === "PUT") return [204];
    if (parts[1] !== undefined) return parts[1] === "1" ? [200, { id: 1, title: "Known" }] : [404, {}];
    return isNote(note) ? [201, { id: 1, ...note }] : [400, {}];
  });
  const file = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
  const description = describePaths({
    "/file": {
      get: { operationId: "getFile", responses: { 200: { description: "The file", content: file } } },
      put: {
        operationId: "putFile",
        requestBody: { required: true, content: file },
        responses: { 204: { description: "Stored" }, 400: { description: "No file" } },
      },
    },
  });
  const report = await judgeDescribed(description, baseUrl, { disposable: true });
  expect(report.requirements.map(({ id }) => id)).not.toContain("putFile: body required");
});
