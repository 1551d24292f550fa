import { describe, expect, it } from "vitest";
import { noKnowledge } from "../../src/description/index.js";
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

interface Space {
  readonly lot: string;
  readonly space: string;
  readonly isHeated: boolean;
}

/** What one server does with the spaces of its lots in its own way. */
interface Ways {
  /** Of all spaces: what is shown below a lot at an id, and what is listed there. */
  readonly get?: (all: readonly Space[], lot: string, space: string) => Space | undefined;
  readonly list?: (all: readonly Space[], lot: string) => readonly Space[];
  readonly keep?: (sent: Space, before: Space | undefined) => Space;
  readonly status?: number;
  /** May the run make up short ids? */
  readonly isAllowed?: boolean;
  /** What is described of the id of a space. */
  readonly id?: object;
}

async function judge(ways: Ways) {
  const lots = new Map<string, object>();
  const spaces = new Map<string, Space>();
  const writes: string[] = [];
  let count = 1000;
  const baseUrl = await startJsonServer(({ method, parts: [, lot = "", part, space = ""], sent }) => {
    const at = `${lot} ${space}`;
    const [all, known] = [[...spaces.values()], spaces.get(at)];
    if (lot === "" && method === "GET") return [200, [...lots.values()]];
    if (lot === "") {
      if (typeof sent["name"] !== "string") return [400, {}];
      count += 1;
      lots.set(`${count}`, { id: count, name: sent["name"] });
      return [201, lots.get(`${count}`)];
    }
    if (!lots.has(lot)) return [404, {}];
    if (part === undefined)
      return method === "DELETE" ? [lots.delete(lot) ? 204 : 404] : [200, lots.get(lot)];
    if (space === "") return [200, ways.list?.(all, lot) ?? all.filter((each) => each.lot === lot)];
    const shown = ways.get?.(all, lot, space) ?? known;
    if (method === "GET") return shown === undefined ? [404, {}] : [200, shown];
    writes.push(space);
    if (method === "DELETE") return [spaces.delete(at) ? 204 : 404];
    const { isHeated, width = 1 } = sent;
    const isWide = Number.isInteger(width) && Number(width) > 0 && Number(width) < 10;
    if (typeof isHeated !== "boolean" || !isWide) return [400, {}];
    const next = { lot, space, isHeated, width };
    spaces.set(at, ways.keep?.(next, known) ?? next);
    return [known === undefined ? (ways.status ?? 201) : 200, spaces.get(at)];
  });
  const [id, name] = [{ type: "integer" }, { type: "string" }];
  const lot = { type: "object", required: ["id", "name"], properties: { id, name } };
  const width = { type: "integer", minimum: 1, maximum: 9 };
  const body = {
    type: "object",
    required: ["isHeated"],
    properties: { isHeated: { type: "boolean" }, width },
  };
  const shown = { type: "object", properties: { lot: name, space: name, ...body.properties } };
  const ofSpace = ways.id ?? { type: "string", pattern: "^[A-Z][0-9]{1,3}$" };
  const description = describePaths({
    "/lots": {
      get: lists("listLots", lot),
      post: adds("addLot", { type: "object", required: ["name"], properties: { name } }, lot),
    },
    "/lots/{id}": { parameters: [idInPath()], get: reads("getLot", lot), delete: removes("removeLot") },
    "/lots/{id}/spaces": { parameters: [idInPath()], get: lists("listSpaces", shown) },
    "/lots/{id}/spaces/{space}": {
      parameters: [idInPath(), { name: "space", in: "path", required: true, schema: ofSpace }],
      get: reads("getSpace", shown),
      put: changes("putSpace", body, shown, { 201: { description: "New" } }),
      delete: removes("removeSpace"),
    },
  });
  const known = { ...noKnowledge, allow: ways.isAllowed === false ? [] : ["putSpace"] };
  const report = await judgeDescribed({ ...description, known }, baseUrl);
  const verdictOf = (wanted: string) => report.requirements.find((each) => each.id === wanted)?.verdict;
  return { failed: failedIn(report), writes, left: spaces.size, verdictOf, knowledge: report.run.knowledge };
}

describe("what PUT creates below an own item is judged, where", () => {
  it.each<[string, Ways]>([
    ["its id has a short pattern", {}],
    ["its id is a small number", { id: { type: "integer", minimum: 1, maximum: 500 } }],
    ["its id is a day", { id: { type: "string", format: "date" } }],
    ["its id is short", { id: { type: "string", minLength: 2, maxLength: 4 } }],
    ["its list is empty", { list: () => [] }],
    [
      "another lot has a space of its own there",
      {
        get: (all, lot, space) =>
          all.some((each) => each.lot < lot) ? { lot, space, isHeated: space === "" } : undefined,
      },
    ],
  ])("%s", async (_, ways) => {
    const { failed, writes, left, verdictOf } = await judge(ways);

    expect(failed).toEqual([]);
    expect(writes.length).toBeGreaterThan(0);
    expect(left).toBe(0);
    expect(verdictOf("putSpace: replaced")).toBe("passed");
  });

  it("nothing is put at a short id, unless the user allows it", async () => {
    const { failed, writes } = await judge({ isAllowed: false });

    expect(failed).toEqual([]);
    expect(writes).toEqual([]);
  });

  it("what only its permission lets the run put is a use of that", async () => {
    const { knowledge } = await judge({});

    expect(knowledge).toEqual([{ section: "allow", name: "putSpace", status: "used" }]);
  });

  it("nothing that is there is replaced", async () => {
    const { failed, writes } = await judge({ get: (_, lot, space) => ({ lot, space, isHeated: true }) });

    expect(failed).toEqual([]);
    expect(writes).toEqual([]);
  });

  it("what may be somebody else's is left alone", async () => {
    const { failed, verdictOf } = await judge({ status: 200 });

    expect(failed).toEqual([]);
    expect(verdictOf("putSpace: body /width maximum")).toBe("untested");
  });
});

describe("a server is found that", () => {
  const at = (all: readonly Space[], space: string) => all.find((each) => each.space === space);
  it.each<[string, Ways, readonly string[]]>([
    [
      "shows spaces below every lot",
      { get: (all, _, space) => at(all, space) },
      ["getSpace: below another item"],
    ],
    [
      "shows them as if they were there",
      {
        get: (all, lot, space) => {
          const found = at(all, space);
          return found && { ...found, lot };
        },
      },
      ["getSpace: below another item"],
    ],
    [
      "lists those of all",
      { list: (all, lot) => all.map((each) => ({ ...each, lot })) },
      ["listSpaces: below another item"],
    ],
    ["keeps the first", { keep: (sent, before) => before ?? sent }, ["putSpace: replaced"]],
  ])("%s", async (_, ways, expected) => {
    expect((await judge(ways)).failed).toEqual(expected);
  });
});
