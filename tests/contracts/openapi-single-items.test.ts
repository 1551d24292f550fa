import { expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const note = { type: "object", required: ["text"], properties: { text: { type: "string" } } };
const shown = { ...note, properties: { ...note.properties, id: { type: "integer" } } };

/** Judges a server of notes whose description lets one note be posted, or a list of them. */
async function judge(keep: (text: unknown) => unknown) {
  const notes = new Map<string, object>();
  let created = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], sent }) => {
    if (method === "POST") {
      if (typeof sent["text"] !== "string") return [400, {}];
      created += 1;
      notes.set(`${created}`, { id: created, text: keep(sent["text"]) });
      return [201, notes.get(`${created}`) ?? {}];
    }
    if (id === "") return [200, [...notes.values()]];
    const known = notes.get(id);
    if (known === undefined) return [404, {}];
    if (method === "DELETE") notes.delete(id);
    return method === "DELETE" ? [204] : [200, known];
  });
  const either = { oneOf: [{ type: "array", items: note }, note] };
  const description = describePaths({
    "/notes": { get: lists("listNotes", shown), post: adds("addNote", either, shown) },
    "/notes/{id}": { parameters: [idInPath()], get: reads("getNote", shown), delete: removes("removeNote") },
  });
  return { report: await judgeDescribed(description, baseUrl), left: notes.size };
}

it("where one item may be posted, or a list of them, one is", async () => {
  const { report, left } = await judge((text) => text);
  expect(failedIn(report)).toEqual([]);
  expect(report.requirements.find(({ id }) => id === "addNote: read back")?.verdict).toBe("passed");
  expect(left).toBe(0);
});

it("what such a creation does not keep is found", async () => {
  const { report } = await judge((text) => `${text}`.slice(0, 3));
  expect(failedIn(report)).toEqual(["addNote: read back"]);
});
