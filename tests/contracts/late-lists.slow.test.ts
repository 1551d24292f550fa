import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { type RunOptions, realNetwork } from "../../src/engine/index.js";
import { isJsonObject, type Json, type JsonObject, parseJson, renderJson } from "../../src/json/index.js";
import {
  allTested,
  deviationOf,
  idsWith,
  judge,
  judgeDeviant,
  key,
  outcomeOf,
  requirementOf,
} from "../servers/judging.js";
import { startServerOf } from "../servers/plain-server.js";

/** When lists show an animal that was added some time ago, in ms. */
type IsShown = (age: number, id: bigint) => boolean;

/** The requirements that lists which are late break at first sight. */
const ofLists = ["STATE-4", "LIST-5", "LIST-8", "LIST-9", "CREATE-24", "CREATE-16", "DEP-3"];

/** Judges a small store of its own, which keeps the interface but for how soon lists show an animal. */
async function judgeStore(isShown: IsShown, options: Partial<RunOptions> = {}) {
  const animals: { readonly pet: JsonObject; readonly id: bigint; readonly addedAt: number }[] = [];
  const shown = (status: string | null): Json =>
    animals
      .filter(({ id, addedAt }) => isShown(performance.now() - addedAt, id))
      .map(({ pet }) => pet)
      .filter((pet) => status === null || pet["status"] === status);
  const refuse = (status: number) => [status, { status: BigInt(status), code: "no", message: "no" }] as const;
  const list = (query: URLSearchParams): readonly [number, Json] => {
    const [limit, status] = [Number(query.get("limit") ?? 20), query.get("status")];
    const rows = shown(status);
    return Array.isArray(rows) && limit >= 1 && limit <= 100 ? [200, rows.slice(0, limit)] : refuse(400);
  };
  const add = (body: string): readonly [number, Json] => {
    const parsed = parseJson(body);
    if (parsed.status !== "valid" || !isJsonObject(parsed.value)) return refuse(400);
    const { name, categoryId, status = "available" } = parsed.value;
    const isInt64 = typeof categoryId === "bigint" && BigInt.asIntN(64, categoryId) === categoryId;
    const isState = ["available", "pending", "sold"].includes(`${status}`) && typeof status === "string";
    if (typeof name !== "string" || !isInt64 || !isState) return refuse(400);
    const id = BigInt(animals.length + 1);
    animals.push({ id, pet: { id, name, categoryId, status }, addedAt: performance.now() });
    return [201, { id, name, categoryId, status }];
  };
  const answer = async (request: IncomingMessage): Promise<readonly [number, Json]> => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://store.invalid");
    const body = await text(request);
    if (request.headers.authorization !== `Bearer ${key}`) return refuse(401);
    if (request.method === "POST")
      return request.headers["content-type"]?.startsWith("application/json") ? add(body) : refuse(400);
    if (pathname === "/v1/pets") return list(searchParams);
    const found = animals.find(({ id }) => pathname === `/v1/pets/${id}`);
    return found === undefined ? refuse(404) : [200, found.pet];
  };
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [status, json] = await answer(request);
    response.writeHead(status, { "Content-Type": "application/json", "WWW-Authenticate": "Bearer" });
    response.end(renderJson(json));
  };
  const baseUrl = await startServerOf((request, response) => void reply(request, response));
  return judge(baseUrl, { network: realNetwork, only: ofLists, ...options });
}

describe("a store conforms, and the run says how late its lists are, where these show an animal", () => {
  it.each([20, 100, 300, 800])("%i ms after it was added", { timeout: 120_000 }, async (late) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const report = await judgeStore((age) => age >= late, { seed });

      expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
      expect(idsWith(report, "inconclusive")).toEqual([]);
      const said = JSON.stringify(requirementOf(report, "STATE-4").observations);
      // On a busy machine, no look is as early as 100 ms.
      expect(said).toMatch(late < 300 ? /at once/ : /lists are up to [1-9]00 ms late/);
    }
  });

  it("1.9 s after it was added, and 3 s with --settle", { timeout: 120_000 }, async () => {
    const reports = [
      await judgeStore((age) => age >= 1900),
      await judgeStore((age) => age >= 3000, { settle: 4000, only: ["LIST-5", "STATE-4"] }),
    ];

    expect(reports.map(outcomeOf)).toEqual(reports.map(() => ({ exitCode: 0, broken: [] })));
  });
});

describe("every requirement is tested on a store whose lists are late", () => {
  it.each(["seen-in-lists-20-to-800-ms-late", "lists-cached-for-half-a-second"])("%s", async (name) => {
    const report = await judgeDeviant(deviationOf(name), { network: realNetwork });

    expect(report.conclusion.sentence).toBe(allTested);
    expect(JSON.stringify(requirementOf(report, "STATE-4"))).toMatch(/lists are up to [1-9]00 ms late/);
  });
});

describe("what lists never show is a failure, where", () => {
  it.each<[string, string, IsShown]>([
    ["they lack each tenth animal", "LIST-8", (_age, id) => id % 10n !== 0n],
    ["they are late, and lack each tenth", "LIST-8", (age, id) => age >= 300 && id % 10n !== 0n],
    ["they show nothing for a minute", "LIST-5", (age) => age >= 60_000],
  ])("%s", { timeout: 120_000 }, async (_, broken, isShown) => {
    const report = await judgeStore(isShown);

    expect(idsWith(report, "failed")).toContain(broken);
  });

  it.each([
    ["the newest animal lacks in filtered lists until the next comes", "newest-lost-when-filtered", "LIST-8"],
    ["a cache keeps lists for a minute", "lists-cached", "LIST-5"],
  ])("%s", async (_, name, broken) => {
    const report = await judgeDeviant(deviationOf(name), { network: realNetwork });

    expect(idsWith(report, "failed")).toContain(broken);
  });
});

it("lists that are on time are not called late", async () => {
  const report = await judgeStore(() => true);

  expect(JSON.stringify(requirementOf(report, "STATE-4"))).not.toContain("late");
});
