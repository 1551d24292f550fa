import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, changes, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Lamp {
  readonly id: number;
  readonly name: string;
  readonly note: string | null;
  readonly state: string;
  readonly watts: number;
  readonly price: number;
  readonly bright: boolean;
  readonly since: string | null;
}

/** What a list does with each question; a broken one has another way. */
const honest = {
  least: (lamp: Lamp, value: number) => lamp.watts >= value,
  below: (lamp: Lamp, value: number) => lamp.price < value,
  exactly: (lamp: Lamp, value: number) => lamp.watts === value,
  bright: (lamp: Lamp, value: string) => `${lamp.bright}` === value,
  since: (lamp: Lamp, value: string) => lamp.since !== null && Date.parse(lamp.since) >= Date.parse(value),
  named: (lamp: Lamp, value: string) =>
    [lamp.name, lamp.note ?? ""].some((text) => text.toLowerCase().includes(value.toLowerCase())),
  state: (lamp: Lamp, value: string) => lamp.state === value,
  combine: (kept: readonly boolean[]) => kept.every(Boolean),
  sort: (rows: readonly Lamp[], sort: string, _isFiltered = false): readonly Lamp[] => {
    const name = sort.replace("-", "") as "watts" | "name";
    const way = sort.startsWith("-") ? -1 : 1;
    return rows.toSorted((left, right) =>
      left[name] === right[name] ? left.id - right.id : left[name] < right[name] ? -way : way,
    );
  },
  page: (rows: readonly Lamp[], page: number, size: number, _sort: string | null): readonly Lamp[] =>
    rows.slice((page - 1) * size, page * size),
  usualPage: 1,
  beyond: (_page: number, _rows: readonly Lamp[]): [number, unknown] | undefined => undefined,
  total: (_all: readonly Lamp[], left: readonly Lamp[], _created: number) => left.length,
  pageShown: (page: number) => page,
  shown: (lamp: Lamp, _first: Lamp) => lamp,
  tooLarge: (size: number): number | undefined => (size > 100 ? undefined : size),
};

type Ways = typeof honest;

const texts = { type: "string", minLength: 1, maxLength: 80 };
const members = {
  name: texts,
  note: { type: ["string", "null"], maxLength: 80 },
  state: { type: "string", enum: ["new", "used", "broken"] },
  watts: { type: "integer", minimum: 0, maximum: 5000 },
  price: { type: "number", minimum: 0, maximum: 100_000 },
  bright: { type: "boolean" },
  since: { type: ["string", "null"], format: "date-time" },
};
const required = ["name", "state", "watts", "price", "bright"];
const item = {
  type: "object",
  required: ["id", ...Object.keys(members)],
  properties: { id: { type: "integer" }, ...members },
};
const query = (name: string, description: string, schema: object) => ({
  name,
  in: "query",
  description,
  schema,
});
const number = { type: "integer", minimum: 0 };
const parameters = [
  query("minWatts", "Only lamps of at least so many watts.", number),
  query("maxPrice", "Only lamps below this price (exclusive).", { type: "number", minimum: 0 }),
  query("watts", "Only lamps of exactly so many watts.", number),
  query("bright", "Only bright lamps (`true`), or only dim ones (`false`).", { type: "boolean" }),
  query(
    "sinceFrom",
    "Only lamps that are there since this moment or later (inclusive). Lamps without `since` are not shown.",
    {
      type: "string",
      format: "date-time",
    },
  ),
  query("q", "Only lamps whose name or note contains this text anywhere, in any case.", texts),
  query("state", "Only lamps in this state.", members.state),
  query("sort", "The order.", { type: "string", enum: ["name", "-name", "watts", "-watts"] }),
  query("page", "The page, from 1. A page beyond the last one is empty.", {
    type: "integer",
    minimum: 1,
    maximum: 100_000,
    default: 1,
  }),
  query("size", "Lamps on a page. More than 100 are refused.", {
    type: "integer",
    minimum: 1,
    maximum: 100,
    default: 20,
  }),
];
const page = {
  type: "object",
  required: ["lamps", "page", "total"],
  properties: {
    lamps: { type: "array", items: item },
    page: { type: "integer" },
    total: { type: "integer", description: "How many lamps match the filters over all pages." },
  },
};
const list = { operationId: "listLamps", description: "Filters are combined with AND.", parameters };
const description = describePaths({
  "/lamps": {
    get: { ...reads("listLamps", page), ...list },
    post: adds("addLamp", { type: "object", required, properties: members }, item),
  },
  "/lamps/{id}": {
    parameters: [idInPath()],
    get: reads("getLamp", item),
    patch: changes("changeLamp", { type: "object", properties: members }, item),
    delete: removes("removeLamp"),
  },
});

function isValid(sent: Readonly<Record<string, unknown>>, isWhole: boolean): boolean {
  const isText = (value: unknown, least: number): boolean =>
    typeof value === "string" && [...value].length >= least && [...value].length <= 80;
  const isNumber = (value: unknown, most: number): boolean =>
    typeof value === "number" && value >= 0 && value <= most;
  const tests: Readonly<Record<string, (value: unknown) => boolean>> = {
    name: (value) => isText(value, 1),
    note: (value) => value === null || isText(value, 0),
    state: (value) => members.state.enum.includes(`${value}`),
    watts: (value) => Number.isInteger(value) && isNumber(value, 5000),
    price: (value) => isNumber(value, 100_000),
    bright: (value) => typeof value === "boolean",
    since: (value) =>
      value === null ||
      (typeof value === "string" &&
        /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) &&
        !Number.isNaN(Date.parse(value))),
  };
  const isThere = (name: string): boolean => !isWhole || Object.hasOwn(sent, name);
  return (
    required.every(isThere) &&
    Object.entries(tests).every(([name, test]) => sent[name] === undefined || test(sent[name]))
  );
}

/** Judges a list of lamps whose ways are the honest ones, but for these. @returns the requirements that failed */
async function judge(others: Partial<Ways>): Promise<readonly string[]> {
  const ways = { ...honest, ...others };
  const lamps: Lamp[] = [];
  const first = new Map<number, Lamp>();
  let created = 0;
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query: asked, sent }) => {
    const at = lamps.findIndex((each) => `${each.id}` === id);
    if (id !== "" && at < 0) return [404, {}];
    if (method === "DELETE") {
      lamps.splice(at, 1);
      return [204];
    }
    if (method === "POST" || method === "PATCH") {
      if (!isValid(sent, method === "POST")) return [400, {}];
      const known = method === "POST" ? { note: null, since: null } : lamps[at];
      if (method === "POST") created += 1;
      const lamp = { ...known, ...sent, id: method === "POST" ? created : Number(id) } as Lamp;
      lamps.splice(method === "POST" ? lamps.length : at, 1, lamp);
      if (method === "POST") first.set(lamp.id, lamp);
      return [method === "POST" ? 201 : 200, lamp];
    }
    if (id !== "") return [200, lamps[at]];
    return listOf(asked);
  });
  // One request after the other: else it depends on chance which properties see a change of a list first.
  return failedIn(await judgeDescribed(description, baseUrl, { concurrency: 1 }));

  function listOf(asked: URLSearchParams): [number, unknown] {
    const [pageAsked, size] = [
      Number(asked.get("page") ?? ways.usualPage),
      ways.tooLarge(Number(asked.get("size") ?? 20)),
    ];
    const words = {
      bright: ["true", "false"],
      state: members.state.enum,
      sort: ["name", "-name", "watts", "-watts"],
    };
    const isKnown = Object.entries(words).every(([name, all]) =>
      all.includes(asked.get(name) ?? all[0] ?? ""),
    );
    const numbers = ["minWatts", "maxPrice", "watts"].map((name) => Number(asked.get(name) ?? 0));
    const isFine =
      isKnown &&
      numbers.every((each) => each >= 0) &&
      !Number.isNaN(Date.parse(asked.get("sinceFrom") ?? "2020"));
    const isText = /^.{1,80}$/su.test(asked.get("q") ?? "a");
    const isPage = Number.isInteger(pageAsked) && pageAsked >= 1 && size !== undefined && size >= 1;
    if (!isFine || !isText || !isPage) return [400, {}];
    const filters: readonly (readonly [string, (lamp: Lamp, value: string) => boolean])[] = [
      ["minWatts", (lamp, value) => ways.least(lamp, Number(value))],
      ["maxPrice", (lamp, value) => ways.below(lamp, Number(value))],
      ["watts", (lamp, value) => ways.exactly(lamp, Number(value))],
      ["bright", ways.bright],
      ["sinceFrom", ways.since],
      ["q", ways.named],
      ["state", ways.state],
    ];
    const kept = lamps.filter((lamp) => {
      const all = filters.flatMap(([name, keeps]) =>
        asked.has(name) ? [keeps(lamp, asked.get(name) ?? "")] : [],
      );
      return all.length === 0 || ways.combine(all);
    });
    const sort = asked.get("sort");
    const rows = sort === null ? kept : ways.sort(kept, sort, kept.length < lamps.length);
    const beyond = (pageAsked - 1) * size >= rows.length ? ways.beyond(pageAsked, rows) : undefined;
    if (beyond !== undefined) return beyond;
    const shown = ways
      .page(rows, pageAsked, size, sort)
      .map((lamp) => ways.shown(lamp, first.get(lamp.id) ?? lamp));
    return [200, { lamps: shown, page: ways.pageShown(pageAsked), total: ways.total(lamps, kept, created) }];
  }
}

const filter = "listLamps: filters";

describe("a list is found that", () => {
  it.each<[string, Partial<Ways>, string]>([
    ["leaves out the end of an inclusive bound", { least: (lamp, value) => lamp.watts > value }, filter],
    ["shows the end of an exclusive bound", { below: (lamp, value) => lamp.price <= value }, filter],
    ["shows what is more than exactly asked for", { exactly: (lamp, value) => lamp.watts >= value }, filter],
    ["takes 0 for no filter", { exactly: (lamp, value) => value === 0 || lamp.watts === value }, filter],
    ["takes false for no filter", { bright: (lamp, value) => value === "false" || lamp.bright }, filter],
    [
      "leaves out the moment that is asked for",
      { since: (lamp, value) => lamp.since !== null && Date.parse(lamp.since) > Date.parse(value) },
      filter,
    ],
    [
      "finds texts by their beginning alone",
      {
        named: (lamp, value) =>
          [lamp.name, lamp.note ?? ""].some((text) => text.toLowerCase().startsWith(value.toLowerCase())),
      },
      filter,
    ],
    [
      "finds texts in their own case alone",
      { named: (lamp, value) => [lamp.name, lamp.note ?? ""].some((text) => text.includes(value)) },
      filter,
    ],
    [
      "looks at one of two texts",
      { named: (lamp, value) => lamp.name.toLowerCase().includes(value.toLowerCase()) },
      filter,
    ],
    [
      "shows what one of two filters leaves",
      { combine: (kept) => kept.some(Boolean) },
      "listLamps: two filters",
    ],
    [
      "has an order of its own where a filter is asked for",
      { sort: (rows, sort, isFiltered) => (isFiltered ? rows.toReversed() : honest.sort(rows, sort)) },
      filter,
    ],
    [
      "sorts each page for itself",
      {
        sort: (rows) => rows,
        page: (rows, at, size, sort) => {
          const shown = rows.slice((at - 1) * size, at * size);
          return sort === null ? shown : honest.sort(shown, sort);
        },
      },
      "listLamps: pages",
    ],
    [
      "goes on behind all items that are like the last one of a page",
      {
        page: (rows, at, size, sort) => {
          let rest = rows;
          for (let before = 1; before < at; before += 1) {
            const last = rest.slice(0, size).at(-1);
            const isBehind = (lamp: Lamp): boolean => !sort?.includes("watts") || lamp.watts !== last?.watts;
            rest = rest.slice(size).filter(isBehind);
          }
          return rest.slice(0, size);
        },
      },
      "listLamps: pages",
    ],
    [
      "counts pages from 0",
      { page: (rows, at, size) => rows.slice(at * size, (at + 1) * size) },
      "every list: a larger page shows no less",
    ],
    ["begins with its second page", { usualPage: 2 }, "listLamps: defaults of the query"],
    ["refuses a page beyond the last one", { beyond: () => [404, {}] }, "listLamps: page beyond the last"],
    [
      "shows its last page beyond it",
      { beyond: (_, rows) => [200, { lamps: rows.slice(-1), page: 1, total: rows.length }] },
      "listLamps: page beyond the last",
    ],
    ["calls each page the first", { pageShown: () => 1 }, "listLamps: facts of a page"],
    ["counts items that a filter leaves out", { total: (all) => all.length }, "listLamps: filtered total"],
    [
      "counts items that are deleted",
      { total: (all, left, created) => (left.length === all.length ? created : left.length) },
      "listLamps: total",
    ],
    ["shows items as they were created", { shown: (_, first) => first }, "changeLamp: changed"],
    ["takes more than the largest page", { tooLarge: (size) => size }, "listLamps: query /size maximum"],
  ])("%s", async (_, ways, requirement) => {
    expect(await judge(ways)).toContain(requirement);
  });
});

describe("a list passes that", () => {
  it.each<[string, Partial<Ways>]>([
    ["is as described", {}],
    ["has ties the other way", { sort: (rows, sort) => honest.sort(rows.toReversed(), sort) }],
    ["trims what it looks for", { named: (lamp, value) => honest.named(lamp, value.trim()) }],
    [
      "compares moments by their seconds",
      {
        since: (lamp, value) =>
          lamp.since !== null &&
          Math.floor(Date.parse(lamp.since) / 1000) >= Math.floor(Date.parse(value) / 1000),
      },
    ],
  ])("%s", async (_, ways) => {
    expect(await judge(ways)).toEqual([]);
  });
});
