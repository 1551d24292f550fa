import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, reads } from "./described.js";
import { failedIn } from "./deviations.js";

interface Item {
  readonly id: number;
  readonly title: string;
}

/** How one server cuts a list into pages. */
interface Ways {
  /** The parameter that leads to the next page; a link alone if absent. */
  readonly by?: "cursor" | "starting_after" | "page" | "after";
  /** Where a page begins, of the index that is due. */
  readonly begin?: (due: number) => number;
  readonly link?: (due: number, size: number) => string;
  readonly order?: (items: readonly Item[], isPaged: boolean) => readonly Item[];
  readonly afterSchema?: object;
  /** Items on a page, of its size; and how far the next one begins behind it. */
  readonly shorten?: (size: number, due: number) => number;
  readonly step?: (size: number, due: number) => number;
}

async function judge(ways: Ways) {
  const { by, begin = (due) => due, link, order = (items) => items, afterSchema = { type: "string" } } = ways;
  const { shorten = (size) => size, step = (size) => size } = ways;
  const items: Item[] = [];
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query, sent: { title } }) => {
    const known = items.find((item) => `${item.id}` === id);
    if (id !== "") return known === undefined ? [404, {}] : [200, known];
    if (method !== "GET") {
      if (typeof title !== "string") return [400, {}];
      items.push({ id: items.length + 1, title });
      return [201, items.at(-1)];
    }
    const size = Number(query.get("limit") ?? 50);
    const all = order(items, query.has("limit"));
    const asked = query.get(by ?? "from");
    if (by === "page" && asked !== null && !/^[1-9]\d*$/.test(asked)) return [400, {}];
    const due =
      asked === null
        ? 0
        : by === "starting_after"
          ? all.findIndex((item) => `${item.id}` === asked) + 1
          : by === "page"
            ? (Number(asked) - 1) * size
            : Number(asked.replace("at", ""));
    if (!Number.isInteger(size) || size < 1 || size > 50 || !Number.isInteger(due) || due < 0)
      return [400, {}];
    const start = due === 0 ? 0 : begin(due);
    const next = due + step(size, due);
    const isLast = next >= all.length;
    const linked = link !== undefined && !isLast ? { Link: `<${link(next, size)}>; rel="next"` } : {};
    const word = by === "cursor" ? { nextCursor: isLast ? null : `at${next}` } : {};
    return [200, { data: all.slice(start, start + shorten(size, due)), ...word }, linked];
  });
  const title = { type: "string" };
  const item = { type: "object", properties: { id: { type: "integer" }, title } };
  const page = { type: "object", properties: { data: { type: "array", items: item } } };
  const parameters = [
    { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 } },
    {
      name: by ?? "page_token",
      in: "query",
      schema: by === "page" ? { type: "integer", minimum: 1 } : afterSchema,
    },
  ];
  const description = describePaths({
    "/notes": {
      get: { ...reads("listNotes", page), parameters },
      post: adds("addNote", { type: "object", required: ["title"], properties: { title } }, item),
    },
    "/notes/{id}": { parameters: [idInPath()], get: reads("getNote", item) },
  });
  const report = await judgeDescribed(description, baseUrl);
  const verdict = report.requirements.find(({ id }) => id === "listNotes: pages")?.verdict;
  return { failed: failedIn(report), verdict };
}

/** Later pages have one item less. */
const less = (size: number, due: number): number => (due > 0 && size > 1 ? size - 1 : size);
const byLink = (from: number, size: number): string => `/notes?limit=${size}&from=${from}`;

it("pages that skip an item are found, also where they are in another order than the whole list", async () => {
  const { failed } = await judge({
    by: "cursor",
    begin: (due) => due + 1,
    order: (all, isPaged) => (isPaged ? all.toReversed() : all),
  });
  expect(failed).toEqual(["listNotes: pages"]);
});

describe("pages that show the whole list, or may not, are", () => {
  it.each<[string, Ways, string | undefined]>([
    ["led to by a word", { by: "cursor" }, "passed"],
    ["led to by the last id", { by: "starting_after" }, "passed"],
    ["counted", { by: "page" }, "passed"],
    [
      "shorter than asked for, where nothing is left out",
      { by: "cursor", shorten: less, step: less },
      "passed",
    ],
    ["linked to", { link: byLink }, "passed"],
    ["led to by nothing that is shown", {}, "untested"],
    [
      "in another order than the whole list",
      { by: "cursor", order: (all, isPaged) => (isPaged ? all.toReversed() : all) },
      "untested",
    ],
    [
      "in another order each time",
      { by: "cursor", order: (all) => all.toSorted(() => Math.random() - 0.5) },
      "untested",
    ],
    ["later than a day", { by: "after", afterSchema: { type: "string", format: "date" } }, undefined],
  ])("%s", async (_, ways, verdict) => {
    const found = await judge(ways);
    expect(found.failed).toEqual([]);
    if (ways.order !== undefined) expect(["passed", "untested"]).toContain(found.verdict);
    else expect(found.verdict).toBe(verdict);
  });
});

describe("pages are found that", () => {
  it.each<[string, Ways, "failed" | "warned"]>([
    ["repeat an item, by a word", { by: "cursor", begin: (due) => due - 1 }, "failed"],
    ["skip an item, by a word", { by: "cursor", begin: (due) => due + 1 }, "failed"],
    ["begin again, by the last id", { by: "starting_after", begin: () => 0 }, "warned"],
    ["skip an item, by a number", { by: "page", begin: (due) => due + 1 }, "warned"],
    ["leave out an item at their end", { by: "cursor", shorten: less }, "failed"],
    ["are linked to, and begin again", { link: byLink, begin: () => 0 }, "failed"],
    ["are linked to, and refused", { link: (from, size) => `/notes?limit=${size}&from=x${from}` }, "failed"],
    ["are linked to, and lose their size", { link: (from) => `/notes?from=${from}` }, "failed"],
  ])("%s", async (_, ways, verdict) => {
    const failed = verdict === "failed" ? ["listNotes: pages"] : [];
    expect(await judge(ways)).toEqual({ failed, verdict });
  });
});
