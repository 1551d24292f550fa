import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Boat {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly insured: boolean;
  readonly price: number;
}

/** What a list does with each question; a broken one has another way. */
const honest = {
  kinds: (boat: Boat, all: readonly string[]): boolean => all.includes(boat.kind),
  insured: (boat: Boat, asked: string): boolean => `${boat.insured}` === asked,
  most: (boat: Boat, price: number): boolean => boat.price <= price,
  combine: (kept: readonly boolean[]): boolean => kept.every(Boolean),
  pages: (total: number, size: number): number => Math.ceil(total / size),
  page: (rows: readonly Boat[], page: number, size: number): readonly Boat[] =>
    rows.slice((page - 1) * size, page * size),
};

type Ways = typeof honest;

const kinds = ["sail", "motor", "rowing"];
const kind = { type: "string", enum: kinds };
const members = {
  name: { type: "string", minLength: 1, maxLength: 60 },
  kind,
  insured: { type: "boolean" },
  price: { type: "number", minimum: 0, maximum: 10_000 },
};
const item = {
  type: "object",
  required: ["id", ...Object.keys(members)],
  properties: { id: { type: "integer" }, ...members },
};
const query = (name: string, description: string, schema: object, more: object = {}) => ({
  ...{ name, in: "query", description, schema, ...more },
});
const count = (description: string) => ({ type: "integer", minimum: 0, description });
const page = {
  type: "object",
  required: ["boats", "total", "pages"],
  properties: {
    boats: { type: "array", items: item },
    total: count("Number of all boats that match the filters, on all pages."),
    pages: count("Number of pages of this size."),
  },
};
const whole = { type: "integer", minimum: 1 };
const parameters = [
  query(
    "kind",
    "Only boats of one of these kinds, such as `sail,motor`.",
    { type: "array", minItems: 1, items: kind },
    {
      ...{ style: "form", explode: false },
    },
  ),
  query("insured", "`true` for boats that are insured only, `false` for those that are not.", {
    type: "boolean",
  }),
  query("max_price", "Only boats that cost at most this much (inclusive).", { type: "number", minimum: 0 }),
  query("page", "The page, from 1.", { ...whole, default: 1 }),
  query("size", "Boats on a page.", { ...whole, maximum: 100, default: 20 }),
];
const shown = reads("listBoats", page);
const responses = {
  ...shown.responses,
  200: { ...shown.responses[200], description: "A page beyond the last one is empty." },
};
const description = describePaths({
  "/boats": {
    get: { ...shown, responses, description: "All filters are combined with AND.", parameters },
    post: adds("addBoat", { type: "object", required: Object.keys(members), properties: members }, item),
  },
  "/boats/{id}": { parameters: [idInPath()], get: reads("getBoat", item), delete: removes("removeBoat") },
});

function isValid({ name, kind: word, insured, price }: Readonly<Record<string, unknown>>): boolean {
  const isName = typeof name === "string" && /^.{1,60}$/su.test(name);
  const isPrice = typeof price === "number" && price >= 0 && price <= 10_000;
  return isName && isPrice && typeof insured === "boolean" && kinds.includes(`${word}`);
}

/** Judges a list of boats whose ways are the honest ones, but for these. @returns the requirements that failed */
async function judge(others: Partial<Ways>): Promise<readonly string[]> {
  const ways = { ...honest, ...others };
  const boats = new Map<number, Boat>();
  let created = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query: asked, sent }) => {
    const known = boats.get(Number(id));
    if (id !== "" && known === undefined) return [404, {}];
    if (method === "DELETE") return [boats.delete(Number(id)) ? 204 : 404];
    if (known !== undefined) return [200, known];
    if (method === "GET") return listOf(asked);
    if (!isValid(sent)) return [400, {}];
    created += 1;
    boats.set(created, { ...sent, id: created } as Boat);
    return [201, boats.get(created)];
  });
  return failedIn(await judgeDescribed(description, baseUrl));

  function listOf(asked: URLSearchParams): [number, unknown] {
    const [at, size, price] = [
      asked.get("page") ?? 1,
      asked.get("size") ?? 20,
      asked.get("max_price") ?? 0,
    ].map(Number);
    const words = asked.get("kind")?.split(",") ?? kinds;
    const isWhole =
      [at, size].every((each) => Number.isInteger(each) && Number(each) >= 1) && Number(size) <= 100;
    const isKnown =
      words.every((word) => kinds.includes(word)) && ["true", "false", null].includes(asked.get("insured"));
    if (!isWhole || !isKnown || !(Number(price) >= 0)) return [400, {}];
    const kept = [...boats.values()].filter((boat) => {
      const all = [
        ...(asked.has("kind") ? [ways.kinds(boat, words)] : []),
        ...(asked.has("insured") ? [ways.insured(boat, asked.get("insured") ?? "")] : []),
        ...(asked.has("max_price") ? [ways.most(boat, Number(price))] : []),
      ];
      return all.length === 0 || ways.combine(all);
    });
    const rows = ways.page(kept, Number(at), Number(size));
    return [200, { boats: rows, total: kept.length, pages: ways.pages(kept.length, Number(size)) }];
  }
}

describe("a list is found that", () => {
  it.each<[string, Partial<Ways>, string]>([
    ["shows what one of two filters leaves", { combine: (kept) => kept.some(Boolean) }, "two filters"],
    ["goes by the first filter alone", { combine: ([first = true]) => first }, "two filters"],
    ["takes false for no filter", { insured: (boat, asked) => asked === "false" || boat.insured }, "filters"],
    ["takes false for true", { insured: (boat) => boat.insured }, "filters"],
    ["ignores the highest price", { most: () => true }, "filters"],
    ["leaves out the highest price itself", { most: (boat, price) => boat.price < price }, "filters"],
    ["rounds the highest price up", { most: (boat, price) => boat.price <= Math.ceil(price) }, "filters"],
    ["takes the highest price for the lowest one", { most: (boat, price) => boat.price >= price }, "filters"],
    [
      "leaves out the last page in its count",
      { pages: (total, size) => Math.floor(total / size) },
      "number of pages",
    ],
    ["counts one page more", { pages: (total, size) => Math.floor(total / size) + 1 }, "number of pages"],
    [
      "shows its last page beyond it",
      {
        page: (rows, at, size) =>
          honest.page(rows, Math.min(at, Math.max(1, Math.ceil(rows.length / size))), size),
      },
      "page beyond the last",
    ],
  ])("%s", async (_, ways, requirement) => {
    expect(await judge(ways)).toContain(`listBoats: ${requirement}`);
  });
});

describe("a list passes that", () => {
  it.each<[string, Partial<Ways>]>([
    ["is as described", {}],
    ["is asked for cents, and shows whole amounts", { most: (boat, price) => boat.price * 100 <= price }],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual([]);
  });
});
