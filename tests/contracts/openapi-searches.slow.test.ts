import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, json, judgeDescribed, lists, reads, takes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Tree {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly height: number;
}

/** The conditions of a search, and where its page begins and ends. */
interface Asked {
  readonly kinds?: readonly string[];
  readonly minHeight?: number;
  readonly page?: number;
  readonly size?: number;
}

const kinds = ["oak", "elm", "fir"];
const members = {
  name: { type: "string", minLength: 1, maxLength: 60 },
  kind: { type: "string", enum: kinds },
  height: { type: "integer", minimum: 1, maximum: 200 },
};
const input = { type: "object", required: ["name", "kind", "height"], properties: members };
const tree = { type: "object", properties: { id: { type: "integer" }, ...members } };
const conditions = {
  type: "object",
  properties: {
    kinds: {
      ...{ type: "array", minItems: 1, items: { type: "string", enum: kinds } },
      description: "The `kind` is one of these.",
    },
    minHeight: {
      ...{ type: "integer", minimum: 1, maximum: 200 },
      description: "The `height` is at least this (inclusive).",
    },
    page: { type: "integer", minimum: 1, default: 1, description: "Number of the page, from 1." },
    size: { type: "integer", minimum: 1, maximum: 100, default: 50 },
  },
};

/** @param read what a server takes a search for */
async function judge(read: (asked: Asked) => Asked | undefined, order = (all: readonly Tree[]) => all) {
  const trees = new Map<number, Tree>();
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], sent }) => {
    if (method === "POST" && id === "search") {
      const { kinds: wanted, minHeight, page = 1, size = 50 } = sent as Asked;
      const areKinds = wanted === undefined || (Array.isArray(wanted) && wanted.length > 0);
      if (!areKinds || wanted?.some((each) => !kinds.includes(each)) === true) return [400, {}];
      const isSize = (each: unknown, most: number): boolean =>
        Number.isInteger(each) && Number(each) >= 1 && Number(each) <= most;
      const isGood = isSize(page, 1e9) && isSize(size, 100) && isSize(minHeight ?? 1, 200);
      const asked = isGood ? read({ ...(sent as Asked), page, size }) : undefined;
      if (asked === undefined) return [400, {}];
      const { page: number = 1, size: most = 50 } = asked;
      const found = order([...trees.values()]).filter(
        ({ kind, height }) => asked.kinds?.includes(kind) !== false && height >= (asked.minHeight ?? 0),
      );
      return [200, { data: found.slice((number - 1) * most, number * most), total: found.length }];
    }
    if (id !== "") return trees.has(Number(id)) ? [200, trees.get(Number(id))] : [404, {}];
    if (method === "GET") return [200, [...trees.values()]];
    const { name, kind, height } = sent as unknown as Tree;
    const isName = typeof name === "string" && name !== "" && [...name].length <= 60;
    if (!isName || !kinds.includes(kind) || !Number.isInteger(height) || height < 1 || height > 200)
      return [400, {}];
    const added = { id: trees.size + 1, name, kind, height };
    trees.set(added.id, added);
    return [201, added];
  });
  const page = {
    type: "object",
    properties: { data: { type: "array", items: tree }, total: { type: "integer" } },
  };
  const description = describePaths({
    "/trees": { get: lists("listTrees", tree), post: adds("addTree", input, tree) },
    "/trees/search": {
      post: {
        ...takes(conditions),
        operationId: "searchTrees",
        description: "Shows the trees that match all conditions, sorted by `id`, ascending.",
        responses: { 200: { description: "A page", ...json(page) }, 400: { description: "Not so" } },
      },
    },
    "/trees/{id}": { parameters: [idInPath()], get: reads("getTree", tree) },
  });
  const report = await judgeDescribed(description, baseUrl);
  const verdict = report.requirements.find(({ id }) => id === "searchTrees: filters")?.verdict;
  return { failed: failedIn(report), verdict };
}

describe("of a search by the body of a request, it is found that", () => {
  it.each<[string, (asked: Asked) => Asked, string]>([
    ["a bound is ignored", ({ minHeight: _, ...asked }) => asked, "searchTrees: filters"],
    [
      "only the first of several words counts",
      ({ kinds: words, ...asked }) => ({ ...asked, ...(words && { kinds: words.slice(0, 1) }) }),
      "searchTrees: filters",
    ],
    ["the number of the page is ignored", (asked) => ({ ...asked, page: 1 }), "searchTrees: pages"],
    ["the size of the page is ignored", ({ size: _, ...asked }) => asked, "searchTrees: page size"],
  ])("%s", async (_, read, requirement) => {
    expect((await judge(read)).failed).toContain(requirement);
  });

  it("the order is another one than the stated one", async () => {
    const { failed } = await judge(
      (asked) => asked,
      (all) => all.toReversed(),
    );
    expect(failed).toContain("searchTrees: stated order");
  });
});

it.each<[string, (asked: Asked) => Asked | undefined, string]>([
  ["does what is asked for", (asked) => asked, "passed"],
  [
    "refuses a search without any condition",
    (asked) => (asked.kinds === undefined && asked.minHeight === undefined ? undefined : asked),
    "untested",
  ],
])("a server is left alone that %s", async (_, read, verdict) => {
  expect(await judge(read)).toEqual({ failed: [], verdict });
});
