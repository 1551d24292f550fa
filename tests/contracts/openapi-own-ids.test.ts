import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const members = {
  text: { type: "string", minLength: 1, maxLength: 80 },
  language: { enum: ["en", "de", "fr"] },
  stars: { type: "integer", minimum: 0, maximum: 5 },
};
const sent = { type: "object", required: ["text", "language"], properties: members };
const shown = {
  type: "object",
  required: ["id", "text", "language"],
  properties: { id: { type: "integer" }, ...members },
};

const description = describePaths({
  "/notes": { get: lists("listNotes", shown), post: adds("addNote", sent, shown) },
  "/notes/{id}": {
    parameters: [idInPath()],
    get: reads("getNote", shown),
    delete: removes("removeNote"),
  },
});

/** The facts by which a server chooses the id of a new note. */
interface Occasion {
  /** Notes that were added before. */
  readonly count: number;
  /** The ids of the notes that are there. */
  readonly ids: readonly number[];
  readonly language: string;
}

/** Judges a server of notes that chooses ids in its own way. */
function judge(idFor: (occasion: Occasion) => number): Promise<Report> {
  const notes = new Map<number, object>();
  let count = 0;
  const server = startJsonServer(({ method, parts, sent: { text, language, stars } }) => {
    const [, id = ""] = parts;
    if (id !== "" && method === "DELETE") return notes.delete(Number(id)) ? [204] : [404, {}];
    if (id !== "") return notes.has(Number(id)) ? [200, notes.get(Number(id))] : [404, {}];
    if (method === "GET") return [200, [...notes.values()]];
    const isText = typeof text === "string" && text !== "" && [...text].length <= 80;
    const isLanguage = typeof language === "string" && members.language.enum.includes(language);
    const isStars =
      stars === undefined || (Number.isInteger(stars) && Number(stars) >= 0 && Number(stars) <= 5);
    if (!isText || !isLanguage || !isStars) return [400, {}];
    const added = { id: idFor({ count, ids: [...notes.keys()], language }), text, language, stars };
    count += 1;
    notes.set(added.id, added);
    return [201, added];
  });
  return server.then((baseUrl) => judgeDescribed(description, baseUrl));
}

function verdictOf({ requirements }: Report): string | undefined {
  return requirements.find(({ id }) => id === "addNote: own ids")?.verdict;
}

describe("the ids of created items:", () => {
  it.each<[string, (occasion: Occasion) => number]>([
    ["numbers in a row", ({ count }) => count + 1],
    ["that of a deleted item is given again", ({ ids }) => Math.max(0, ...ids) + 1],
  ])("%s", async (_, idFor) => {
    const report = await judge(idFor);
    expect(failedIn(report)).toEqual([]);
    expect(verdictOf(report)).toBe("passed");
  });

  it("a value that is sent may be the key of the item: another one with it takes its place", async () => {
    const report = await judge(({ language }) => 1 + members.language.enum.indexOf(language));
    expect(verdictOf(report)).not.toBe("warned");
  });

  it.each<[string, (occasion: Occasion) => number]>([
    ["each third one is that of the item before", ({ count }) => count - (count % 3 === 2 ? 1 : 0)],
    ["they begin again after four", ({ count }) => count % 4],
    ["two items in a row have the same", ({ count }) => count >> 1],
  ])("%s, which is found", async (_, idFor) => {
    expect(verdictOf(await judge(idFor))).toBe("warned");
  });
});
