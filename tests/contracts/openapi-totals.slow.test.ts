import { describe, expect, it } from "vitest";
import { clock } from "../servers/clock.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, reads } from "./described.js";
import { failedIn } from "./deviations.js";

/** How one server counts its list. */
interface Ways {
  /** Names of the members that lead to the number. */
  readonly at?: readonly string[];
  /** Is it in the header `X-Total-Count`? */
  readonly isInHeader?: boolean;
  readonly said?: string;
  /** The number that is said, of the number of items in all, of those on this page, and of the size that was asked for. */
  readonly count: (all: number, page: number, size: number) => number | null;
  /** Items that a page has at most, whatever is asked for. */
  readonly most?: number;
  readonly amount?: boolean;
  /** The number of pages that is said as `totalPages`, of that of items, and of the size that was asked for. */
  readonly pages?: (all: number, size: number) => number;
}

async function judge(ways: Ways) {
  const { at = ["total"], isInHeader = false, said = "", count, most = 1000, amount = false, pages } = ways;
  const items = ["spade", "rake", "hoe"].map((title, index) => ({ id: index + 1, title }));
  const [outer = "", inner] = at;
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query, sent: { title } }) => {
    const known = items.find((item) => `${item.id}` === id);
    if (id !== "") return known === undefined ? [404, {}] : [200, known];
    if (method !== "GET") {
      if (typeof title !== "string") return [400, {}];
      items.push({ id: items.length + 1, title });
      return [201, items.at(-1)];
    }
    const size = Number(query.get("limit") ?? 50);
    if (!Number.isInteger(size) || size < 1 || size > 500) return [400, {}];
    const data = items.slice(0, Math.min(size, most));
    const number = count(items.length, data.length, size);
    const member = {
      [outer]: inner === undefined ? number : { [inner]: number },
      ...(pages && { totalPages: pages(items.length, size) }),
    };
    return isInHeader ? [200, { data }, { "X-Total-Count": `${number}` }] : [200, { data, ...member }];
  });
  const title = { type: "string" };
  const properties = { id: { type: "integer" }, title, ...(amount ? { amount: { type: "integer" } } : {}) };
  const item = { type: "object", properties };
  const number = { type: ["integer", "null"], description: said };
  const whole = inner === undefined ? number : { type: "object", properties: { [inner]: number } };
  const totalPages = { type: "integer", description: "Number of pages of this size, rounded up." };
  const page = {
    type: "object",
    properties: {
      data: { type: "array", items: item },
      ...(isInHeader ? {} : { [outer]: whole }),
      ...(pages && { totalPages }),
    },
  };
  const listing = reads("listTools", page);
  const { 200: shown, ...others } = listing.responses;
  const headers = isInHeader ? { "X-Total-Count": { description: said, schema: { type: "integer" } } } : {};
  const description = describePaths({
    "/tools": {
      get: {
        ...listing,
        responses: { ...others, 200: { ...shown, headers } },
        parameters: [{ name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 500 } }],
      },
      post: adds("addTool", { type: "object", required: ["title"], properties: { title } }, item),
    },
    "/tools/{id}": { parameters: [idInPath()], get: reads("getTool", item) },
  });
  const report = await judgeDescribed(description, baseUrl);
  const verdict = report.requirements.find(({ id }) => id === "listTools: total")?.verdict;
  return { failed: failedIn(report), verdict };
}

const onAllPages = "`totalElements` counts the tools that match the filters, on all pages.";

describe("numbers of items that are right, or may be, are", () => {
  it.each<[string, Ways, string | undefined]>([
    ["that of all items", { count: (all) => all }, "passed"],
    ["that of all items, in an object", { at: ["meta", "totalItems"], count: (all) => all }, "passed"],
    ["that of all items, in a header", { isInHeader: true, count: (all) => all }, "passed"],
    ["that of the page", { at: ["count"], count: (_, page) => page }, "passed"],
    [
      "that of pages",
      { at: ["paging", "total"], count: (all, _, size) => Math.ceil(all / size) },
      "untested",
    ],
    ["that of a list of which a part is shown", { count: (all) => all + 40, most: 4 }, "untested"],
    ["always the same", { count: () => 7000 }, "untested"],
    ["none", { count: () => null }, "untested"],
    ["a sum of money", { amount: true, count: (all) => all * 300 }, undefined],
    ["an estimate", { said: "An estimate.", count: (all) => all + 1 }, undefined],
    ["that of some", { said: "The number of open tools.", count: (all) => all - 1 }, undefined],
    [
      "that of some, in a header",
      { isInHeader: true, said: "Your own tools.", count: (all) => all - 1 },
      undefined,
    ],
    [
      "said to be that of results returned",
      { said: "Results returned", count: (_, page) => page },
      undefined,
    ],
    ["that of something else", { at: ["unread"], count: () => 0 }, undefined],
  ])("%s", async (_, ways, verdict) => {
    expect(await judge(ways)).toEqual({ failed: [], verdict });
  });

  it("that of pages, beside that of all items", async () => {
    const pages = (all: number, size: number): number => Math.ceil(all / size);
    const found = await judge({ at: ["totalElements"], said: onAllPages, count: (all) => all, pages });
    expect(found).toEqual({ failed: [], verdict: "passed" });
  });

  it("one that lags", async () => {
    const added: number[] = [];
    const lags = (all: number): number => {
      while (added.length < all) added.push(added.length < 3 ? 0 : clock.now());
      return added.filter((time) => time < clock.now() - 900).length;
    };
    const found = await judge({ count: lags });
    expect(found.failed).toEqual([]);
    expect(["passed", "untested"]).toContain(found.verdict);
  });
});

describe("numbers of items are found that are", () => {
  it.each<[string, Ways]>([
    ["one too high", { count: (all) => all + 1 }],
    ["two too high, in an object", { at: ["meta", "count"], count: (all) => all + 2 }],
    ["one too high, in a header", { isInHeader: true, count: (all) => all + 1 }],
    ["those of the page", { count: (_, page) => page }],
    ["those of the page, in an object", { at: ["meta", "total"], count: (_, page) => page }],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual({ failed: [], verdict: "warned" });
  });

  it.each(["", "Total number of tools that match the query."])(
    "lower than what is shown: %s",
    async (said) => {
      expect((await judge({ said, count: (all) => all - 1 })).failed).toEqual(["listTools: least total"]);
    },
  );
});

describe("numbers of pages are found that are", () => {
  it.each<[string, NonNullable<Ways["pages"]>]>([
    ["not rounded up", (all, size) => Math.floor(all / size)],
    ["one too high where the last page is full", (all, size) => Math.floor(all / size) + 1],
    ["of the usual size", (all) => Math.ceil(all / 50)],
  ])("%s", async (_, pages) => {
    const found = await judge({ at: ["totalElements"], said: onAllPages, count: (all) => all, pages });
    expect(found.failed).toEqual(["listTools: number of pages"]);
  });

  it("those of a page, where all pages are counted", async () => {
    const found = await judge({ at: ["totalElements"], said: onAllPages, count: (_, page) => page });
    expect(found.failed).toEqual(["listTools: total"]);
  });
});

/** Judges a list of tools by kind. @param total the number that it says, of all tools and of those that the filter leaves */
async function judgeFiltered(
  said: string,
  total: (all: number, left: number, isFiltered: boolean) => number,
) {
  const kind = { type: "string", enum: ["spade", "rake", "hoe"] };
  const tools: { id: number; kind: string }[] = [];
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query, sent }) => {
    const known = tools.find((each) => `${each.id}` === id);
    if (id !== "") return known === undefined ? [404, {}] : [200, known];
    if (method === "POST") {
      if (!kind.enum.includes(`${sent["kind"]}`)) return [400, {}];
      tools.push({ id: tools.length + 1, kind: `${sent["kind"]}` });
      return [201, tools.at(-1)];
    }
    const asked = query.get("kind");
    const items = tools.filter((each) => asked === null || each.kind === asked);
    return [200, { items, total: total(tools.length, items.length, asked !== null) }];
  });
  const item = { type: "object", properties: { id: { type: "integer" }, kind } };
  const page = {
    type: "object",
    properties: {
      items: { type: "array", items: item },
      total: { type: "integer", description: said },
    },
  };
  const parameters = [{ name: "kind", in: "query", schema: kind }];
  const description = describePaths({
    "/tools": {
      get: { ...reads("listTools", page), parameters },
      post: adds("addTool", { type: "object", required: ["kind"], properties: { kind } }, item),
    },
    "/tools/{id}": { parameters: [idInPath()], get: reads("getTool", item) },
  });
  return failedIn(await judgeDescribed(description, baseUrl));
}

const ofFiltered = "The number of items that match the filter";

describe("a number of items is right with a filter that is", () => {
  it.each<[string, string, (all: number, left: number) => number]>([
    ["that of the items that are left", ofFiltered, (_, left) => left],
    ["that of all, where nothing is said of filters", "The number of all items", (all) => all],
  ])("%s", async (_, said, total) => {
    expect(await judgeFiltered(said, total)).toEqual([]);
  });
});

describe("a number of items is found that", () => {
  it.each<[string, (all: number, left: number, isFiltered: boolean) => number]>([
    ["takes no filter into account", (all) => all],
    ["is that of all where a filter leaves a few", (all, left) => (left < 3 ? all : left)],
  ])("%s", async (_, total) => {
    expect(await judgeFiltered(ofFiltered, total)).toEqual(["listTools: filtered total"]);
  });
});
