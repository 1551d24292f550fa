import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { isJsonObject, type Json, type JsonObject, parseJson, renderJson } from "../../src/json/index.js";
import { startOrigin } from "../servers/plain-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

/** What a server of notes does in its own way. */
interface Notes {
  /** Makes the id of the nth note. */
  readonly number?: (count: bigint) => bigint;
  /** Is the note with this id the one that a text in the path asks for? */
  readonly isAsked: (text: string, id: bigint) => boolean;
  readonly idType?: string;
}

const sparse = (count: bigint): bigint => 2n ** 53n + 1_000_003n * count * count + 1n;
const own = (asked: string, id: bigint): boolean => asked === `${id}`;
const asNumber =
  (isSame: (asked: bigint, id: bigint) => boolean) =>
  (asked: string, id: bigint): boolean =>
    /^-?\d+$/.test(asked) && isSame(BigInt(asked), id);

async function judge({ number = sparse, isAsked, idType = "integer" }: Notes): Promise<Report> {
  const items = new Map<bigint, JsonObject>();
  let count = 0n;
  const baseUrl = await startOrigin(async (request, response) => {
    const sent = parseJson(await text(request));
    const [, , asked] = (request.url ?? "").split(/[/?]/).map(decodeURIComponent);
    const answer = (status: number, json: Json = {}): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(status === 204 ? undefined : renderJson(json));
    };
    if (request.method === "POST") {
      const body = sent.status === "valid" ? sent.value : undefined;
      const title = isJsonObject(body) ? body["title"] : undefined;
      if (typeof title !== "string") return answer(400);
      count += 1n;
      const id = number(count);
      items.set(id, { id: idType === "integer" ? id : `${id}`, title });
      return answer(201, items.get(id));
    }
    if (asked === undefined) return answer(200, [...items.values()]);
    const found = [...items.keys()].find((id) => isAsked(asked, id));
    const item = found === undefined ? undefined : items.get(found);
    if (found === undefined || item === undefined) return answer(404);
    if (request.method === "GET") return answer(200, item);
    items.delete(found);
    return answer(204);
  });
  const properties = { title: { type: "string" } };
  const sent = { type: "object", required: ["title"], properties };
  const item = { type: "object", required: ["id"], properties: { id: { type: idType }, ...properties } };
  const description = describePaths({
    "/notes": { get: lists("listNotes", item), post: adds("addNote", sent, item) },
    "/notes/{id}": {
      parameters: [idInPath(idType)],
      get: reads("getNote", item),
      delete: removes("removeNote"),
    },
  });
  return judgeDescribed(description, baseUrl, { whole: true });
}

const warnedIn = ({ requirements }: Report): readonly string[] =>
  requirements.filter(({ verdict }) => verdict === "warned").map(({ id }) => id);

describe("a server is found that looks for an item by", () => {
  it.each<[string, Notes]>([
    ["32 bits", { isAsked: asNumber((asked, id) => BigInt.asIntN(32, asked) === BigInt.asIntN(32, id)) }],
    ["a double", { isAsked: asNumber((asked, id) => Number(asked) === Number(id)) }],
    ["64 bits, whatever is beyond", { isAsked: asNumber((asked, id) => BigInt.asIntN(64, asked) === id) }],
    ["its number without its sign", { isAsked: asNumber((asked, id) => asked === id || asked === -id) }],
  ])("%s", async (_, notes) => {
    const report = await judge(notes);

    expect(failedIn(report)).toEqual(["getNote: unknown item"]);
    expect(report.findings).toHaveLength(1);
  });
});

describe("advice says that an item is served for", () => {
  it.each<[string, Notes]>([
    ["its number and a letter", { isAsked: (asked, id) => /^-?\d+(?!.*\.)/.exec(asked)?.[0] === `${id}` }],
    ["its number and a fraction", { isAsked: (asked, id) => asked.replace(/\.\d+$/, "") === `${id}` }],
  ])("%s", async (_, notes) => {
    const report = await judge(notes);

    expect(failedIn(report)).toEqual([]);
    expect(warnedIn(report)).toEqual(["getNote: ids that are no numbers"]);
    expect(report.findings).toHaveLength(1);
  });
});

describe("nothing is found where a server", () => {
  it.each<[string, Notes]>([
    ["looks for the number that is asked for", { isAsked: own }],
    ["counts from one", { number: (count) => count, isAsked: own }],
    ["counts beyond what a double holds", { number: (count) => 2n ** 53n + count, isAsked: own }],
    ["counts below 0", { number: (count) => -count, isAsked: own }],
    ["counts up and down", { number: (count) => (count % 2n === 0n ? count : -count), isAsked: own }],
    [
      "reads other spellings of a number",
      { isAsked: (asked, id) => asked.replace(/^\+?0*/, "") === `${id}` },
    ],
    ["has numbers that it describes as texts", { idType: "string", isAsked: own }],
  ])("%s", async (_, notes) => {
    const report = await judge(notes);

    expect([...failedIn(report), ...warnedIn(report)]).toEqual([]);
  });
});
