import { expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const [text, id] = [{ type: "string" }, { type: "integer" }];

/** Judges a server of which each new note gives this member of all others a value. */
async function judge(member: string, value: (sent: Readonly<Record<string, unknown>>) => unknown) {
  const properties = { title: text, [member]: text };
  const note = { type: "object", required: Object.keys(properties), properties };
  const shown = { ...note, properties: { ...properties, id } };
  const notes = new Map<string, Record<string, unknown>>();
  let created = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, of = ""], sent }) => {
    if (method === "POST") {
      if (Object.keys(properties).some((each) => typeof sent[each] !== "string")) return [400, {}];
      for (const each of notes.values()) each[member] = value(sent);
      created += 1;
      const kept = Object.keys(properties).map((each) => [each, sent[each]] as const);
      notes.set(`${created}`, { ...Object.fromEntries(kept), id: created });
      return [201, notes.get(`${created}`) ?? {}];
    }
    const known = notes.get(of);
    if (of === "") return [200, [...notes.values()]];
    if (known === undefined) return [404, {}];
    if (method === "DELETE") notes.delete(of);
    return method === "DELETE" ? [204] : [200, known];
  });
  const description = describePaths({
    "/notes": { get: lists("listNotes", shown), post: adds("addNote", note, shown) },
    "/notes/{id}": { parameters: [idInPath()], get: reads("getNote", shown), delete: removes("removeNote") },
  });
  return judgeDescribed(description, baseUrl, { concurrency: 1 });
}

it.each(["status", "state", "phase", "rank"])(
  "a new item may take the %s of those before it",
  async (member) => {
    expect(failedIn(await judge(member, () => "superseded"))).toEqual([]);
  },
);

it("a new item may not take their titles", async () => {
  expect(failedIn(await judge("title", () => "superseded"))).toContain("addNote: read back");
  expect(failedIn(await judge("motto", ({ motto }) => motto))).toContain("addNote: read back");
});
