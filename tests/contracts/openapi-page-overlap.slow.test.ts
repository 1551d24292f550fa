import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads } from "./described.js";
import { failedIn } from "./deviations.js";

interface Item {
  readonly id: number;
  readonly title: string;
}

/** How one server cuts a list into pages. */
interface Ways {
  readonly start: "offset" | "page";
  readonly cut?: (items: readonly Item[], start: number, size: number) => readonly Item[];
  /** How many items there may be at most. */
  readonly most?: number;
  /** Where a list starts that is asked for no page. */
  readonly first?: number;
  /** What is said of the parameter that counts pages. */
  readonly said?: object;
}

async function judge(ways: Ways) {
  const { start: name, cut = usual[ways.start], most = 100, first = name === "page" ? 1 : 0, said } = ways;
  const items: Item[] = [];
  let created = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query, sent: { title } }) => {
    const known = items.find((item) => `${item.id}` === id);
    if (id !== "") return known === undefined ? [404, {}] : [200, known];
    if (method === "GET") {
      const size = Number(query.get("limit") ?? 50);
      const start = Number(query.get(name) ?? first);
      const isValid =
        Number.isInteger(size) && size > 0 && size <= 50 && Number.isInteger(start) && start >= 0;
      return isValid ? [200, cut(items, start, size)] : [400, {}];
    }
    if (typeof title !== "string") return [400, {}];
    if (items.length >= most) return [409, {}];
    created += 1;
    items.push({ id: created, title });
    return [201, items.at(-1)];
  });
  const properties = { id: { type: "integer" }, title: { type: "string" } };
  const item = { type: "object", properties };
  const body = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
  const parameters = [
    { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 } },
    { name, in: "query", schema: { type: "integer", minimum: 0 }, ...said },
  ];
  const description = describePaths({
    "/notes": {
      get: { ...lists("listNotes", item), parameters },
      post: adds("addNote", body, item, { 409: { description: "Full" } }),
    },
    "/notes/{id}": { parameters: [idInPath()], get: reads("getNote", item) },
  });
  const report = await judgeDescribed(description, baseUrl);
  const verdict = report.requirements.find(({ id }) => id === "listNotes: pages")?.verdict;
  return { failed: failedIn(report), verdict };
}

const usual: Readonly<Record<Ways["start"], NonNullable<Ways["cut"]>>> = {
  offset: (items, start, size) => items.slice(start, start + size),
  page: (items, start, size) => items.slice(Math.max(0, start - 1) * size, Math.max(1, start) * size),
};

/** Pages that are counted from zero. */
const fromZero = { start: "page", first: 0 } as const;
const cutFromZero: typeof usual.page = (items, start, size) => items.slice(start * size, (start + 1) * size);
const saidToBeZero: readonly object[] = [
  { schema: { type: "integer", minimum: 0, default: 0 } },
  { description: "Number of the page; the first page is 0." },
];

describe("pages that are said to be counted from zero", () => {
  it.each(saidToBeZero)("may be so: %j", async (said) => {
    const found = await judge({ ...fromZero, said, cut: cutFromZero });
    expect(found).toEqual({ failed: [], verdict: "passed" });
  });

  it.each(saidToBeZero)("are found that are counted from one: %j", async (said) => {
    const found = await judge({ ...fromZero, said });
    expect(found).toEqual({ failed: ["listNotes: pages"], verdict: "failed" });
  });

  it("are found of which the last one is empty, where it is not full", async () => {
    const [said = {}] = saidToBeZero;
    const cut: typeof cutFromZero = (items, start, size) =>
      start > 0 && (start + 1) * size > items.length ? [] : cutFromZero(items, start, size);
    expect(await judge({ ...fromZero, said, cut })).toEqual({
      failed: ["listNotes: pages"],
      verdict: "failed",
    });
  });
});

describe("pages that do not overlap, or may, are", () => {
  it.each<[string, Ways, string]>([
    ["cut by an offset", { start: "offset" }, "passed"],
    ["cut by a number", { start: "page" }, "passed"],
    [
      "counted from zero",
      {
        ...{ start: "page", first: 0 },
        cut: (items, start, size) => items.slice(start * size, (start + 1) * size),
      },
      "passed",
    ],
    [
      "cut by an offset of pages",
      { start: "offset", cut: (items, start, size) => items.slice(start * size, (start + 1) * size) },
      "passed",
    ],
    [
      "in another order each time",
      {
        start: "offset",
        cut: (items, start, size) => items.toSorted(() => Math.random() - 0.5).slice(start, start + size),
      },
      "any",
    ],
    [
      "filled up at the end of a short list",
      {
        start: "offset",
        most: 3,
        cut: (items, start, size) => {
          const from = Math.max(0, Math.min(start, items.length - size));
          return items.slice(from, from + size);
        },
      },
      "untested",
    ],
    ["of a list that has one item", { start: "offset", most: 1 }, "untested"],
  ])("%s", async (_, ways, wanted) => {
    const { failed, verdict } = await judge(ways);
    expect(failed).toEqual([]);
    expect(wanted === "any" ? verdict !== "warned" : verdict === wanted).toBe(true);
  });
});

describe("it is advised against, though no failure, where", () => {
  it.each<[string, Ways]>([
    ["the offset is ignored", { start: "offset", cut: (items, _, size) => items.slice(0, size) }],
    ["the number is ignored", { start: "page", cut: (items, _, size) => items.slice(0, size) }],
    [
      "a page begins with the last item of the one before",
      {
        start: "page",
        cut: (items, start, size) => {
          const from = Math.max(0, start - 1) * (size - 1);
          return items.slice(from, from + size);
        },
      },
    ],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual({ failed: [], verdict: "warned" });
  });
});
