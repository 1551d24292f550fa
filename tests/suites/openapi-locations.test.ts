import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { noKnowledge, readDescription } from "../../src/description/index.js";
import { runConformance } from "../../src/run/index.js";
import { deriveContract, openApi } from "../../src/suites/index.js";
import { startServerOf } from "../servers/plain-server.js";
import { sentObject } from "../servers/sent-object.js";
import { failedIn } from "./deviations.js";

/** Where an item is said to be, by its id and the origin of the server. */
type LocationOf = (id: string, origin: string) => string | undefined;

async function judge(locationOf: LocationOf, bodyOf: (note: object) => object = (note) => note) {
  const notes = new Map<string, object>();
  let created = 1000;
  const writes: string[] = [];
  const baseUrl = await startServerOf(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const sent = await text(request);
    const answer = (status: number, value?: unknown, location?: string): void => {
      response.writeHead(status, { "content-type": "application/json", ...(location && { location }) });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    };
    const [, , shelf, collection, id = ""] = url.split("/");
    const known = notes.get(id);
    if (shelf !== "main" || collection !== "notes" || (id !== "" && known === undefined))
      return answer(404, {});
    if (method === "GET") return answer(200, known ?? [...notes.values()]);
    if (method === "DELETE") {
      writes.push(id);
      notes.delete(id);
      return answer(204);
    }
    const { title } = sentObject(sent) as { readonly title?: unknown };
    if (typeof title !== "string") return answer(400, {});
    created += 1;
    const note = { id: `n${created}`, title };
    notes.set(note.id, note);
    return answer(201, bodyOf(note), locationOf(note.id, `http://${headers.host}`));
  });
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const none = { 400: { description: "Not so" }, 404: { description: "None" } };
  const properties = { id: { type: "string" }, title: { type: "string" } };
  const note = { type: "object", properties };
  const body = { type: "object", required: ["title"], properties: { title: properties.title } };
  const shelf = { name: "shelf", in: "path", required: true, schema: { type: "string", enum: ["main"] } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    paths: {
      "/{shelf}/notes": {
        parameters: [shelf],
        get: {
          operationId: "listNotes",
          responses: { ...none, 200: { description: "Notes", ...json({ type: "array", items: note }) } },
        },
        post: {
          operationId: "addNote",
          requestBody: { required: true, ...json(body) },
          responses: { ...none, 201: { description: "Added", ...json(note) } },
        },
      },
      "/{shelf}/notes/{id}": {
        parameters: [shelf, { name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: {
          operationId: "getNote",
          responses: { ...none, 200: { description: "A note", ...json(note) } },
        },
        delete: { operationId: "removeNote", responses: { ...none, 204: { description: "Removed" } } },
      },
    },
  };
  const { description } = readDescription("notes.json", JSON.stringify(document));
  const contract = deriveContract({ ...description, known: { ...noKnowledge, values: { shelf: "main" } } });
  const report = await runConformance(openApi, { contract, baseUrl, key: "" });
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
