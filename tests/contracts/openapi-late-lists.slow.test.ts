import { describe, expect, it } from "vitest";
import { deriveContract, openApi } from "../../src/contracts/index.js";
import { type Report, realNetwork, runConformance } from "../../src/engine/index.js";
import { startJsonServer } from "../servers/json-server.js";
import { idsWith, outcomeOf } from "../servers/judging.js";
import { adds, changes, describePaths, idInPath, lists, reads, removes } from "./described.js";

const title = { type: "string", minLength: 1, maxLength: 40 };
const state = { type: "string", enum: ["open", "closed"] };
const sentNote = { type: "object", required: ["title", "state"], properties: { title, state } };
const note = {
  type: "object",
  required: ["id", "title", "state"],
  properties: { id: { type: "integer" }, title, state },
};
const query = [
  {
    name: "limit",
    in: "query",
    schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
  },
  { name: "state", in: "query", schema: state },
];
const description = describePaths({
  "/notes": {
    get: { ...lists("listNotes", note), parameters: query },
    post: adds("addNote", sentNote, note),
  },
  "/notes/{id}": {
    parameters: [idInPath()],
    get: reads("getNote", note),
    put: changes("putNote", sentNote, note),
    delete: removes("deleteNote"),
  },
});

/** Starts a store whose lists show a note where this says so: by its age, in ms, and by its id. */
function startStore(isShown: (age: number, id: number) => boolean): Promise<string> {
  const notes = new Map<number, { readonly addedAt: number; note: Readonly<Record<string, unknown>> }>();
  let next = 0;
  const isState = (value: unknown): boolean => value === "open" || value === "closed";
  return startJsonServer(({ method, parts, query, sent }) => {
    const id = Number(parts[1]);
    const isValid =
      typeof sent["title"] === "string" && /^.{1,40}$/su.test(sent["title"]) && isState(sent["state"]);
    const content = { title: sent["title"], state: sent["state"] };
    if (parts.length === 1 && method === "GET") {
      const [limit, wanted] = [Number(query.get("limit") ?? 20), query.get("state")];
      if (!(limit >= 1 && limit <= 100) || !(wanted === null || isState(wanted))) return [400, {}];
      const shown = [...notes]
        .filter(([each, { addedAt }]) => isShown(performance.now() - addedAt, each))
        .map(([, each]) => each.note)
        .filter((each) => wanted === null || each["state"] === wanted);
      return [200, shown.slice(0, limit)];
    }
    if (parts.length === 1) {
      if (!isValid) return [400, {}];
      next += 1;
      notes.set(next, { addedAt: performance.now(), note: { id: next, ...content } });
      return [201, { id: next, ...content }];
    }
    const found = notes.get(id);
    if (found === undefined) return [404, {}];
    if (method === "GET") return [200, found.note];
    if (method === "DELETE") return notes.delete(id) ? [204] : [404, {}];
    if (!isValid) return [400, {}];
    found.note = { id, ...content };
    return [200, found.note];
  });
}

/** Judges it by the time of the system. How much of it is tested depends on that, so that it has no net. */
const judgeStore = async (isShown: Parameters<typeof startStore>[0], seed: number): Promise<Report> =>
  runConformance(openApi, {
    contract: deriveContract(description),
    baseUrl: await startStore(isShown),
    key: "",
    network: realNetwork,
    seed,
  });

describe("a store by a description", () => {
  it.each([20, 100, 300, 800])("conforms where its lists show a note %i ms late", async (late) => {
    for (const seed of [1, 2]) {
      const report = await judgeStore((age) => age >= late, seed);

      expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    }
  });

  it.each<[string, (age: number, id: number) => boolean]>([
    ["each third note", (_age, id) => id % 3 !== 0],
    ["each third note, and are late", (age, id) => age >= 300 && id % 3 !== 0],
  ])("does not conform where its lists never show %s", async (_, isShown) => {
    const report = await judgeStore(isShown, 1);

    expect(idsWith(report, "failed")).toContain("addNote: read back");
  });
});
