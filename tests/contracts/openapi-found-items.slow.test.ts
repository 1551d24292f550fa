import { describe, expect, it } from "vitest";
import { freeId } from "../servers/free-id.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Boat {
  readonly name: string;
  readonly state: string;
  readonly draught: number;
}

/** Is a boat found by a read: by what it is, by the number of the read, and by that of the reads of this boat? */
type IsFound = (boat: Boat, reads: number, own: number) => boolean;

const members = {
  name: { type: "string", maxLength: 200 },
  state: { type: "string", enum: ["afloat", "docked", "sunk"] },
  draught: { type: "integer", format: "int32" },
};
const sent = { type: "object", required: Object.keys(members), properties: members };
const boat = {
  type: "object",
  required: ["id", ...Object.keys(members)],
  properties: { id: { type: "integer" }, ...members },
};
const description = describePaths({
  "/boats": { get: lists("listBoats", boat), post: adds("addBoat", sent, boat) },
  "/boats/{id}": { parameters: [idInPath()], get: reads("getBoat", boat), delete: removes("removeBoat") },
});

async function judge(isFound: IsFound) {
  const boats = new Map<string, Boat & { readonly id: number }>();
  const readsOf = new Map<string, number>();
  let count = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, id], sent: body }) => {
    const known = boats.get(id ?? "");
    if (id !== undefined && method === "GET") {
      count += 1;
      readsOf.set(id, (readsOf.get(id) ?? 0) + 1);
      return known !== undefined && isFound(known, count, readsOf.get(id) ?? 0) ? [200, known] : [404, {}];
    }
    if (method === "DELETE") return [boats.delete(id ?? "") ? 204 : 404];
    if (method === "GET") return [200, [...boats.values()]];
    const { name, state, draught } = body as unknown as Boat;
    const isRight = typeof name === "string" && name.length <= 200 && members.state.enum.includes(state);
    if (!isRight || typeof draught !== "number" || !Number.isInteger(draught)) return [400, {}];
    const own = { id: Number(freeId(boats)), name, state, draught };
    boats.set(`${own.id}`, own);
    return [201, own];
  });
  const report = await judgeDescribed(description, baseUrl, { concurrency: 1, whole: true });
  return { failed: failedIn(report), left: boats.size };
}

const law = "every item: there until deleted";

describe("an item is not found that was created", () => {
  it.each<[string, IsFound]>([
    ["with a negative number", ({ draught }) => draught >= 0],
    ["with signs in its name", ({ name }) => !name.includes("<")],
    ["by each second read of its own", (_, __, own) => own % 2 !== 0],
  ])("%s", async (_, isFound) => {
    expect((await judge(isFound)).failed).toContain(law);
  });
});

describe("nothing is found of reads, and nothing is left, where", () => {
  it.each<[string, IsFound]>([
    ["each item is found", () => true],
    ["what is in a state is hidden", ({ state }) => state !== "docked"],
    ["one read of all is lost", (_, reads) => reads !== 9],
  ])("%s", async (_, isFound) => {
    expect(await judge(isFound)).toEqual({ failed: [], left: 0 });
  });
});
