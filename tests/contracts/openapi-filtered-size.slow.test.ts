import { expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Seed {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
}

const kinds = ["herb", "tree", "vine"];

/** Rows of a list that are asked for by a kind and a number, from the first to the last. */
type Select = (rows: readonly Seed[], kind: string | null, limit: number) => readonly Seed[];

/** Judges a list of seeds that is cut and filtered in this way. */
async function judge(select: Select, { usual = 50, refused = 0 } = {}) {
  const seeds: Seed[] = [];
  let created = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query, sent: { name, kind } }) => {
    const at = seeds.findIndex((each) => `${each.id}` === id);
    if (id !== "" && at < 0) return [404, {}];
    if (method === "DELETE") {
      seeds.splice(at, 1);
      return [204];
    }
    if (id !== "") return [200, seeds[at]];
    if (method === "POST") {
      if (typeof name !== "string" || !kinds.includes(`${kind}`)) return [400, {}];
      created += 1;
      const seed = { id: created, name, kind: `${kind}` };
      seeds.push(seed);
      return [201, seed];
    }
    if (query.get("limit") === `${refused}`) return [400, {}];
    const [limit, wanted] = [Number(query.get("limit") ?? usual), query.get("kind")];
    if (!(limit >= 1 && limit <= 100) || (wanted !== null && !kinds.includes(wanted))) return [400, {}];
    return [200, select(seeds, wanted, limit)];
  });
  const words = { type: "string", enum: kinds };
  const sent = {
    type: "object",
    required: ["name", "kind"],
    properties: { name: { type: "string" }, kind: words },
  };
  const seed = { ...sent, properties: { id: { type: "integer" }, ...sent.properties } };
  const limit = { type: "integer", minimum: 1, maximum: 100, default: usual };
  const asked = [
    { name: "kind", in: "query", schema: words },
    { name: "limit", in: "query", schema: limit },
  ];
  return judgeDescribed(
    describePaths({
      "/seeds": {
        get: { ...lists("listSeeds", seed), parameters: asked },
        post: adds("addSeed", sent, seed),
      },
      "/seeds/{id}": {
        parameters: [idInPath()],
        get: reads("getSeed", seed),
        delete: removes("removeSeed"),
      },
    }),
    baseUrl,
  );
}

const isOf = (kind: string | null) => (seed: Seed) => kind === null || seed.kind === kind;

it.each<[string, Select]>([
  ["is cut before it is filtered", (rows, kind, limit) => rows.slice(0, limit).filter(isOf(kind))],
  [
    "lacks the last row of each filtered page",
    (rows, kind, limit) => rows.filter(isOf(kind)).slice(0, kind === null || limit > 20 ? limit : limit - 1),
  ],
])("a list is found that %s", async (_, select) => {
  expect(failedIn(await judge(select))).toEqual(["listSeeds: filters"]);
});

it.each<[string, Select]>([
  ["is filtered before it is cut", (rows, kind, limit) => rows.filter(isOf(kind)).slice(0, limit)],
  [
    "never shows more than one row of a page that is asked for",
    (rows, kind, limit) => rows.filter(isOf(kind)).slice(0, limit < 50 ? 1 : limit),
  ],
  ["shows the newest first", (rows, kind, limit) => rows.filter(isOf(kind)).toReversed().slice(0, limit)],
])("a list is right that %s", async (_, select) => {
  expect(failedIn(await judge(select))).toEqual([]);
});

it("a default that is refused is found as a stated value, where other numbers are accepted", async () => {
  const page: Select = (rows, kind, limit) => rows.filter(isOf(kind)).slice(0, limit);
  expect(failedIn(await judge(page, { usual: 20, refused: 20 }))).toEqual(["listSeeds: stated values"]);
});
