import { describe, expect, it } from "vitest";
import { noKnowledge } from "../../src/description/index.js";
import { type Reply, startJsonServer } from "../servers/json-server.js";
import { parsed } from "../servers/sent-object.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Plant {
  readonly id: number;
  readonly name: string;
  readonly tag: string;
}

/** What one server does in its own way. */
interface Ways {
  readonly answer?: (made: readonly Plant[], all: readonly Plant[]) => Reply;
  /** Which of the new plants are stored. */
  readonly stores?: (index: number) => boolean;
  /** Are those stored that come before an invalid one? */
  readonly isInParts?: boolean;
  /** May two of one request have the same tag? */
  readonly takesTwice?: boolean;
  readonly most?: number;
  readonly said?: string;
}

const members = {
  name: { type: "string", minLength: 1, maxLength: 60 },
  tag: { type: "string", pattern: "^[A-Z]{4}[0-9]{4,9}$" },
};
const input = { type: "object", required: ["name", "tag"], properties: members };
const plant = { type: "object", properties: { id: { type: "integer" }, ...members } };
const count = { type: "integer", description: "The number of plants that were added." };
const text =
  "Adds all plants of the body; if one of them is refused, none is added. They are shown in the order of the request.";

async function judge({
  answer = (made) => [201, { data: made, count: made.length }],
  stores = () => true,
  isInParts = false,
  takesTwice = false,
  most = 5,
  said = text,
}: Ways) {
  const plants = new Map<number, Plant>();
  let last = 0;
  const isPlant = (each: unknown): each is Plant => {
    const { name, tag } = (each ?? {}) as Partial<Plant>;
    const isName = typeof name === "string" && name !== "" && [...name].length <= 60;
    return isName && typeof tag === "string" && /^[A-Z]{4}[0-9]{4,9}$/.test(tag);
  };
  const isTaken = ({ tag }: Plant): boolean => [...plants.values()].some((each) => each.tag === tag);
  const add = ({ name, tag }: Plant): Plant => {
    last += 1;
    plants.set(last, { id: last, name, tag });
    return { id: last, name, tag };
  };
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], body, sent: one }) => {
    const known = plants.get(Number(id));
    if (method === "POST" && id === "many") {
      const whole = parsed(body);
      const sent: unknown = (whole as { plants?: unknown } | null)?.plants;
      if (!Array.isArray(sent) || sent.length === 0 || sent.length > most) return [400, {}];
      const first = sent.findIndex((each) => !isPlant(each));
      if (isInParts) for (const each of sent.slice(0, Math.max(0, first))) add(each as Plant);
      if (first >= 0) return [400, {}];
      const all = sent as readonly Plant[];
      const isTwice = new Set(all.map(({ tag }) => tag)).size < all.length;
      if ((isTwice && !takesTwice) || all.some(isTaken)) return [409, {}];
      const made = all.map(add);
      for (const [index, each] of made.entries()) if (!stores(index)) plants.delete(each.id);
      return answer(made, [...plants.values()]);
    }
    if (id !== "" && known === undefined) return [404, {}];
    if (method === "GET") return [200, known ?? [...plants.values()]];
    if (method === "DELETE") return plants.delete(Number(id)) ? [204] : [404, {}];
    if (!isPlant(one)) return [400, {}];
    return isTaken(one) ? [409, {}] : [201, add(one)];
  });
  const list = { type: "array", minItems: 1, maxItems: 5, items: input };
  const shown = { type: "object", properties: { data: { type: "array", items: plant }, count } };
  const conflict = (description: string) => ({ 409: { description } });
  const description = describePaths({
    "/plants": {
      get: lists("listPlants", plant),
      post: adds("addPlant", input, plant, conflict("Another plant already has this `tag`.")),
    },
    "/plants/many": {
      post: {
        ...adds(
          "addPlants",
          { type: "object", required: ["plants"], properties: { plants: list } },
          shown,
          conflict("Another plant, or another one of the request, has one of the values of `tag`."),
        ),
        description: said,
      },
    },
    "/plants/{id}": {
      parameters: [idInPath()],
      get: reads("getPlant", plant),
      delete: removes("removePlant"),
    },
  });
  const known = { ...noKnowledge, allow: ["addPlants"] };
  const report = await judgeDescribed({ ...description, known }, baseUrl);
  const verdicts = report.requirements
    .filter(({ id }) => /^addPlants: (items|all|taken)/.test(id))
    .map(({ verdict }) => verdict);
  return { failed: failedIn(report), verdicts, left: plants.size };
}

describe("of items that one request creates below their collection, it is found that", () => {
  it.each<[string, Ways, string]>([
    ["the last one is not stored", { stores: (index) => index < 2 }, "addPlants: items of one request"],
    [
      "they are shown in another order",
      { answer: (made) => [201, { data: made.toReversed(), count: made.length }] },
      "addPlants: items of one request",
    ],
    [
      "another number is said",
      { answer: (made) => [201, { data: made, count: made.length + 1 }] },
      "addPlants: items of one request",
    ],
    [
      "one is not shown",
      { answer: (made) => [201, { data: made.slice(0, 2), count: made.length }] },
      "addPlants: items of one request",
    ],
    ["some are stored although one is refused", { isInParts: true }, "addPlants: all or none"],
    ["two have the same value", { takesTwice: true }, "addPlants: taken value in one request"],
    ["more than the maximum are stored", { most: 99 }, "addPlants: body /plants maxItems"],
  ])("%s", async (_, ways, requirement) => {
    expect((await judge(ways)).failed).toContain(requirement);
  });
});

describe("a server is left alone that", () => {
  it.each<[string, Ways, readonly string[]]>([
    ["keeps all of that", {}, ["passed", "passed", "passed"]],
    [
      "shows all items, in any order, where that is not said",
      {
        answer: (made, all) => [201, { data: all.toReversed(), count: made.length }],
        said: "Adds plants. The order of the response may differ from that of the request.",
      },
      ["passed", "passed"],
    ],
    [
      "accepts each item alone, where that is said",
      { isInParts: true, said: "Adds plants, best effort: the others are added where one is refused." },
      ["passed", "passed"],
    ],
  ])("%s", async (_, ways, verdicts) => {
    const found = await judge(ways);
    expect(found).toMatchObject({ failed: [], verdicts });
    // Where the response shows all items, one of a single letter is not recognised.
    expect(found.left).toBeLessThanOrEqual(ways.answer === undefined ? 0 : 1);
  });
});
