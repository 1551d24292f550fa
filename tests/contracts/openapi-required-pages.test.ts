import { expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, json, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const note = {
  type: "object",
  required: ["title"],
  properties: { id: { type: "integer" }, title: { type: "string", maxLength: 80 } },
};
const number = (name: string, minimum: number, example: number) => ({
  name,
  in: "query",
  required: true,
  schema: { type: "integer", minimum, maximum: 1000 },
  example,
});

/** Judges an honest server whose list has to be asked for a page; returns the requirements that failed, and which pages were asked for. */
async function judge(counted: "page" | "offset", from: 0 | 1) {
  const notes = new Map<string, object>();
  let created = 0;
  const places: string[] = [];
  const baseUrl = await startJsonServer(({ method, parts: [, of = ""], sent, query }) => {
    if (method === "POST") {
      if (typeof sent["title"] !== "string" || sent["title"].length > 80) return [400, {}];
      created += 1;
      notes.set(`${created}`, { id: created, title: sent["title"] });
      return [201, notes.get(`${created}`) ?? {}];
    }
    if (of === "") {
      const [place, limit] = [Number(query.get(counted)), Number(query.get("limit"))];
      const isValid =
        Number.isInteger(place) && Number.isInteger(limit) && query.has(counted) && query.has("limit");
      if (!isValid || place < from || limit < 1 || place > 1000 || limit > 1000) return [400, {}];
      places.push(`${place}`);
      const start = counted === "offset" ? place : (place - from) * limit;
      return [200, [...notes.values()].slice(start, start + limit)];
    }
    const known = notes.get(of);
    if (known === undefined) return [404, {}];
    if (method === "DELETE") notes.delete(of);
    return method === "DELETE" ? [204] : [200, known];
  });
  const parameters = [number(counted, from, 2), number("limit", 1, 2)];
  const list = {
    operationId: "listNotes",
    parameters,
    responses: {
      200: { description: "A page", ...json({ type: "array", items: note }) },
      400: { description: "No" },
    },
  };
  const description = describePaths({
    "/notes": { get: list, post: adds("addNote", note, note) },
    "/notes/{id}": { parameters: [idInPath()], get: reads("getNote", note), delete: removes("removeNote") },
  });
  const report = await judgeDescribed(description, baseUrl);
  return { failed: failedIn(report), first: places[0] };
}

it.each([
  ["page", 1, "1"],
  ["page", 0, "0"],
  ["offset", 0, "0"],
] as const)(
  "a list with a required %s, counted from %d, is asked for its beginning, whatever the example is",
  async (counted, from, first) => {
    expect(await judge(counted, from)).toEqual({ failed: [], first });
  },
);
