import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Note {
  readonly id: number;
  readonly title: string;
  readonly state: string;
}

type Rows = readonly object[];

/** How a server lists its notes; `turn` counts the lists. */
type Show = (notes: readonly Note[], turn: number) => Rows;

const states = ["open", "done", "dropped"];

async function judge(show: Show, others: readonly Note[] = []): Promise<Report> {
  const notes: Note[] = [...others];
  let [next, turn] = [100, 0];
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query, sent: { title, state } }) => {
    const index = notes.findIndex((note) => `${note.id}` === id);
    if (id !== "" && index < 0) return [404, {}];
    if (id !== "") return method === "DELETE" ? [204, notes.splice(index, 1)] : [200, notes[index]];
    if (method === "GET") {
      const wanted = query.get("state");
      if (wanted !== null && !states.includes(wanted)) return [400, {}];
      turn += 1;
      return [200, show(notes, turn).filter((each) => wanted === null || (each as Note).state === wanted)];
    }
    const isValid = typeof title === "string" && states.includes(`${state ?? "open"}`);
    if (!isValid) return [400, {}];
    notes.push({ id: next++, title, state: `${state ?? "open"}` });
    return [201, notes.at(-1)];
  });
  const properties = { title: { type: "string" }, state: { type: "string", enum: states } };
  const shown = { type: "object", properties: { id: { type: "integer" }, ...properties } };
  const sent = { type: "object", required: ["title"], properties };
  const description = describePaths({
    "/notes": {
      get: {
        ...lists("listNotes", shown),
        parameters: [{ name: "state", in: "query", schema: { type: "string", enum: states } }],
      },
      post: adds("addNote", sent, shown),
    },
    "/notes/{id}": {
      parameters: [idInPath()],
      get: reads("getNote", shown),
      delete: removes("removeNote"),
    },
  });
  return judgeDescribed(description, baseUrl);
}

const law = "every list: each item once";
const verdictOf = ({ requirements }: Report) => requirements.find(({ id }) => id === law)?.verdict;
const twice = (notes: readonly Note[], isTwice: (note: Note) => boolean): Rows =>
  notes.flatMap((note) => (isTwice(note) ? [note, note] : [note]));

describe("a list shows an item twice", () => {
  it.each<[string, Show]>([
    ["where it is the first", (notes) => [...notes.slice(0, 1), ...notes]],
    ["where it is in the last of three states", (notes) => twice(notes, ({ state }) => state === "dropped")],
    ["where it is the newest", (notes) => [...notes, ...notes.slice(-1)]],
  ])("%s", async (_, show) => {
    expect(failedIn(await judge(show))).toEqual([law]);
  });
});

describe("a list shows nothing twice", () => {
  it.each<[string, Show]>([
    [
      "that has a row for each tag",
      (notes) => notes.flatMap((note) => ["a", "b"].map((tag) => ({ ...note, tag }))),
    ],
    [
      "that has pinned rows in front",
      (notes) => [...notes.slice(0, 1).map((note) => ({ ...note, isPinned: true })), ...notes],
    ],
    ["that has rows without an id", (notes) => [...notes, { title: "more" }, { title: "more" }]],
  ])("%s", async (_, show) => {
    const report = await judge(show);

    expect(failedIn(report)).toEqual([]);
    expect(verdictOf(report)).toBe("passed");
  });

  it("of the run, where it shows an item of others twice: that is observed", async () => {
    const report = await judge(
      (notes) => twice(notes, ({ id }) => id === 1),
      [{ id: 1, title: "theirs", state: "open" }],
    );

    expect(failedIn(report)).toEqual([]);
    expect(report.requirements.find(({ id }) => id === law)).toMatchObject({
      observations: [{ choice: "a list shows an item twice that the run has not created" }],
    });
  });

  it("where it did so once, while it was put together anew", async () => {
    let last = 0;
    const report = await judge((notes, turn) => {
      const isNow = last === 0 && notes.length > 1;
      if (isNow) last = turn;
      return isNow ? [...notes.slice(0, 1), ...notes] : notes;
    });

    expect(failedIn(report)).toEqual([]);
    expect(report.conclusion.exitCode).toBe(0);
  });
});

it("a bag may have one thing twice, which was put into it twice", async () => {
  const bag: unknown[] = [];
  const view = (kind: unknown) => ({ id: kind, kind });
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], sent: { kind } }) => {
    if (id !== "") return bag.includes(Number(id)) ? [200, view(Number(id))] : [404, {}];
    if (method === "GET") return [200, bag.map(view)];
    if (kind !== 1 && kind !== 2) return [400, {}];
    bag.push(kind);
    return [201, view(kind)];
  });
  const kind = { type: "integer", enum: [1, 2] };
  const thing = { type: "object", properties: { id: { type: "integer" }, kind } };
  const sent = { type: "object", required: ["kind"], properties: { kind } };
  const description = describePaths({
    "/things": { get: lists("listThings", thing), post: adds("addThing", sent, thing) },
    "/things/{id}": { parameters: [idInPath()], get: reads("getThing", thing) },
  });

  const report = await judgeDescribed(description, baseUrl, { whole: true });

  expect(new Set(bag).size).toBeLessThan(bag.length);
  expect(failedIn(report)).not.toContain(law);
});
