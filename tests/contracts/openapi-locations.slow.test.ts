import { describe, expect, it } from "vitest";
import { noKnowledge } from "../../src/description/index.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

/** Where an item is said to be, by its id and the origin of the server. */
type LocationOf = (id: string, origin: string) => string | undefined;

async function judge(locationOf: LocationOf, bodyOf: (note: object) => object = (note) => note) {
  const notes = new Map<string, object>();
  let created = 1000;
  const origin = await startJsonServer(({ method, parts, headers, sent: { title } }) => {
    const [, shelf, collection, id = ""] = parts;
    const known = notes.get(id);
    if (shelf !== "main" || collection !== "notes" || (id !== "" && known === undefined)) return [404, {}];
    if (method === "GET") return [200, known ?? [...notes.values()]];
    if (method === "DELETE") return [notes.delete(id) ? 204 : 404];
    if (typeof title !== "string") return [400, {}];
    created += 1;
    const note = { id: `n${created}`, title };
    notes.set(note.id, note);
    const location = locationOf(note.id, `http://${headers.host}`);
    return [201, bodyOf(note), location === undefined ? {} : { location }];
  });
  const properties = { id: { type: "string" }, title: { type: "string" } };
  const note = { type: "object", properties };
  const body = { type: "object", required: ["title"], properties: { title: properties.title } };
  const shelf = { name: "shelf", in: "path", required: true, schema: { type: "string", enum: ["main"] } };
  const description = describePaths({
    "/{shelf}/notes": {
      parameters: [shelf],
      get: lists("listNotes", note),
      post: adds("addNote", body, note),
    },
    "/{shelf}/notes/{id}": {
      parameters: [shelf, idInPath("string")],
      get: reads("getNote", note),
      delete: removes("removeNote"),
    },
  });
  const known = { ...noKnowledge, values: { shelf: "main" } };
  const report = await judgeDescribed({ ...description, known }, `${origin}/v1`);
  return { failed: failedIn(report), left: notes.size };
}

describe("a created item may be said to be", () => {
  it.each<[string, LocationOf]>([
    ["nowhere", () => undefined],
    ["at its path", (id) => `/v1/main/notes/${id}`],
    ["at its address", (id, origin) => `${origin}/v1/main/notes/${id}`],
    ["at its address behind a slash", (id) => `/v1/main/notes/${id}/`],
    ["at its address, with a query", (id) => `/v1/main/notes/${id}?view=full#top`],
    ["at a path relative to the collection", (id) => `notes/${id}`],
    ["at its id alone", (id) => id],
    ["at a path without what a gateway puts before it", (id) => `/main/notes/${id}`],
    ["at a path with what a gateway takes away", (id) => `/inner/api/v1/main/notes/${id}`],
    ["on another host", (id) => `https://inner.example:8443/v1/main/notes/${id}`],
    ["on a page for people", (id) => `/pages/notes.html?id=${id}`],
    ["in another collection", (id) => `/v1/main/drafts/${id}`],
    ["where its progress is shown", (id) => `/v1/main/notes/${id}/status`],
    ["at the collection", () => "/v1/main/notes"],
  ])("%s", async (_, locationOf) => {
    expect(await judge(locationOf)).toEqual({ failed: [], left: 0 });
  });
});

describe("a created item is found that is said to be", () => {
  it.each<[string, LocationOf]>([
    ["at another id", () => "/v1/main/notes/n1"],
    ["at the id that comes next", (id) => `/v1/main/notes/n${Number(id.slice(1)) + 1}`],
    ["at the id before", (id) => `/v1/main/notes/n${Number(id.slice(1)) - 1}`],
    ["at no id", () => "/v1/main/notes/undefined"],
    ["at an object", () => "/v1/main/notes/[object Object]"],
    ["at a parameter", () => "/v1/main/notes/:id"],
    ["on another shelf", (id) => `/v1/undefined/notes/${id}`],
  ])("%s", async (_, locationOf) => {
    expect((await judge(locationOf)).failed).toEqual(["addNote: read back"]);
  });
});
