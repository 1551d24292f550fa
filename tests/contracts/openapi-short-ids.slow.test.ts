import { describe, expect, it } from "vitest";
import type { RunOptions } from "../../src/engine/index.js";
import { startJsonServer } from "../servers/json-server.js";
import { changes, describePaths, json, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Berth {
  readonly code: string;
  readonly pontoon: string;
  readonly places: number;
}

/** What one harbour does in its own way. */
interface Ways {
  /** Keeps what is put as something else. */
  readonly keep?: (berth: Berth) => Berth;
  readonly remove?: (code: string, berths: Map<string, Berth>) => boolean;
  /** Is there a berth of somebody at a code? */
  readonly isTaken?: (code: string) => boolean;
  readonly options?: Partial<RunOptions>;
}

const pontoon = { type: "string", minLength: 1, maxLength: 30 };
const places = { type: "integer", minimum: 1, maximum: 9 };
const body = { type: "object", required: ["pontoon", "places"], properties: { pontoon, places } };

/** Judges a harbour whose clients choose short codes. @param schema of a code */
async function judge(schema: { readonly type: string; readonly pattern?: string }, ways: Ways = {}) {
  const { keep = (berth) => berth, isTaken = () => false, remove = (code, all) => all.delete(code) } = ways;
  const berths = new Map<string, Berth>();
  const puts: string[] = [];
  const baseUrl = await startJsonServer(({ method, parts: [, code = ""], sent }) => {
    if (code === "") return method === "GET" ? [200, [...berths.values()]] : [405, {}];
    if (!new RegExp(schema.pattern ?? "^.{1,3}$").test(code)) return [400, {}];
    const berth = berths.get(code) ?? (isTaken(code) ? { code, pontoon: "Old", places: 1 } : undefined);
    if (method === "GET") return berth === undefined ? [404, {}] : [200, berth];
    if (method === "DELETE") return berth === undefined ? [404, {}] : [remove(code, berths) ? 204 : 404];
    puts.push(code);
    const [at, count] = [sent["pontoon"], sent["places"]];
    if (typeof at !== "string" || at === "" || at.length > 30) return [400, {}];
    if (!Number.isInteger(count) || Number(count) < 1 || Number(count) > 9) return [400, {}];
    berths.set(code, keep({ code, pontoon: at, places: Number(count) }));
    return [berth === undefined ? 201 : 200, berths.get(code)];
  });
  const shown = { type: "object", required: ["code"], properties: { code: schema, pontoon, places } };
  const description = describePaths({
    "/berths": { get: lists("listBerths", shown) },
    "/berths/{code}": {
      parameters: [{ name: "code", in: "path", required: true, schema }],
      get: reads("getBerth", shown),
      put: changes("putBerth", body, shown, { 201: { description: "New", ...json(shown) } }),
      delete: removes("removeBerth"),
    },
  });
  const report = await judgeDescribed(description, baseUrl, ways.options);
  return {
    failed: failedIn(report),
    puts,
    left: [...berths.keys()],
    verdict: report.requirements.find(({ id }) => id === "putBerth: replaced")?.verdict,
  };
}

const patterned = { type: "string", pattern: "^[A-Z][0-9]{1,4}$" };

describe("items under short ids are created, read and deleted, where these", () => {
  it.each([
    ["have a pattern", patterned],
    ["have three characters", { type: "string", minLength: 1, maxLength: 3 }],
  ])("%s", async (_, schema) => {
    const { failed, puts, left, verdict } = await judge(schema);
    expect({ failed, left, verdict }).toEqual({ failed: [], left: [], verdict: "passed" });
    expect(puts.length).toBeGreaterThan(0);
  });

  it.each<[string, Ways, string]>([
    ["show another number", { keep: (berth) => ({ ...berth, places: 5 }) }, "putBerth: replaced"],
    ["show another text", { keep: (berth) => ({ ...berth, pontoon: "North" }) }, "putBerth: replaced"],
    ["stay when they are deleted", { remove: () => true }, "removeBerth: gone"],
  ])("are found to %s", async (_, ways, expected) => {
    expect((await judge(patterned, ways)).failed).toContain(expected);
  });
});

describe("nothing is put under short ids where", () => {
  it.each<[string, Ways]>([
    ["each has an item of somebody", { isTaken: () => true }],
    ["the server is on another machine", { options: { deletableOnly: true } }],
  ])("%s", async (_, ways) => {
    const { failed, puts } = await judge(patterned, ways);
    expect({ failed, puts }).toEqual({ failed: [], puts: [] });
  });
});
