import { describe, expect, it } from "vitest";
import { deriveContract, openApi } from "../../src/contracts/index.js";
import type { Report } from "../../src/engine/index.js";
import {
  cinema,
  compare,
  type Deviation,
  type ListName,
  orderOf,
  type Row,
  rules,
  startCinema,
} from "../servers/cinema.js";
import { clock, judgeInProcess } from "../servers/clock.js";
import { adds, changes, describePaths, idInPath, reads, removes } from "./described.js";

const names = { films: "Film", screenings: "Screening" } as const;

function pathsOf(list: ListName, page: (item: object) => object) {
  const name = names[list];
  const { sent, parameters } = cinema[list];
  const item = {
    type: "object",
    required: ["id", ...sent.required],
    properties: { id: { type: "integer", readOnly: true }, ...sent.properties },
  };
  return {
    [`/${list}`]: {
      get: { ...reads(`list${name}s`, page(item)), parameters },
      post: adds(`add${name}`, sent, item),
    },
    [`/${list}/{id}`]: {
      parameters: [idInPath()],
      get: reads(`get${name}`, item),
      put: changes(`replace${name}`, sent, item),
      delete: removes(`remove${name}`),
    },
  };
}

function describeCinema(saidOfTotal = "How many films there are that the filters leave.") {
  const total = { type: "integer", description: saidOfTotal };
  const nextCursor = {
    type: ["string", "null"],
    description: "Leads to the next page; null on the last one.",
  };
  const array = (items: object) => ({ type: "array", items });
  return describePaths({
    ...pathsOf("films", (film) => ({
      type: "object",
      required: ["items", "total"],
      properties: { items: array(film), total },
    })),
    ...pathsOf("screenings", (screening) => ({
      type: "object",
      required: ["data", "nextCursor"],
      properties: { data: array(screening), nextCursor },
    })),
  });
}

/** What a run says that is broken: failed or warned. */
async function brokenIn(deviation: Deviation, seed: number): Promise<readonly string[]> {
  const contract = deriveContract(describeCinema(deviation.saidOfTotal));
  const report: Report = await judgeInProcess(openApi, {
    contract,
    baseUrl: await startCinema(deviation),
    key: "",
    seed,
  });
  return report.requirements
    .filter(({ verdict }) => verdict === "failed" || verdict === "warned")
    .map(({ id }) => id);
}

const oneOf = (list: ListName, change: (query: URLSearchParams) => void): Deviation => ({
  query: (query, name) => {
    if (name === list) change(query);
  },
});
const without = (...lost: readonly string[]): Deviation => ({
  query: (query) => {
    for (const name of lost) query.delete(name);
  },
});
const firstOfEach = (rows: readonly Row[], by: string): readonly Row[] =>
  rows.filter((row, index) => index === 0 || row[by] !== rows[index - 1]?.[by]);

/** Rows of a list as they were when something of this kind was last sent. */
function kept(list: ListName, ...renewing: readonly string[]): Deviation {
  let rows: readonly Row[] = [];
  let isOld = true;
  return {
    before: ({ method, parts: [name] }) => {
      if (name === list && renewing.includes(method)) isOld = true;
    },
    listed: (name, now) => {
      if (name !== list) return now;
      if (isOld) rows = now;
      isOld = false;
      return rows;
    },
  };
}

function removedStay(list: ListName): Deviation {
  const all = new Map<number, Row>();
  return {
    listed: (name, rows) => {
      if (name !== list) return rows;
      for (const row of rows) all.set(row.id, row);
      return [...all.values()];
    },
  };
}

/** Counts the films as they were before the last deletion, or the last creation. */
function lateTotal(method: "DELETE" | "POST"): Deviation {
  let excess = 0;
  return {
    before: (asked) => {
      if (asked.parts[0] === "films" && asked.method === method) excess = method === "POST" ? -1 : excess + 1;
      else if (asked.parts[0] === "films" && asked.method === "POST") excess = 0;
    },
    total: ({ matching }) => Math.max(0, matching.length + excess),
  };
}

/** Faults of one list each. */
const faults: Readonly<Record<string, () => Deviation>> = {
  "a filter by a word is ignored": () => without("genre"),
  "a filter by the earliest day is ignored": () => without("releasedFrom"),
  "a filter by the latest day is the earliest": () => ({
    filters: { releasedTo: (row, wanted) => rules["releasedFrom"]?.(row, wanted) ?? false },
  }),
  "a page begins before the filters": () => ({ pagesFirst: "filters" }),
  "a filter is lost with the cursor": () => ({ lostWithCursor: ["room"] }),
  "a reference is lost with the cursor": () => ({ lostWithCursor: ["filmId"] }),
  "two filters are joined by or": () => ({ joins: "or" }),
  "true is taken for false": () =>
    oneOf("screenings", (query) => {
      if (query.has("soldOut")) query.set("soldOut", "false");
    }),
  "a filter by a text is ignored": () => without("title"),
  "a filter by a reference is ignored": () => without("filmId"),
  "a reference is compared with the row's own id": () => ({
    filters: { filmId: ({ id }, wanted) => `${id}` === wanted },
  }),
  "a filter without a match shows everything": () => ({
    listed: (_, rows) => rows,
    filters: { room: ({ room }, wanted) => room === wanted || wanted === "attic" },
  }),
  "an order drops rows of the same value": () => ({
    order: (_, query, sort) => {
      const rows = sort(_);
      return query.has("sort") ? firstOfEach(rows, orderOf(query).by) : rows;
    },
  }),
  "an order is ignored": () => oneOf("films", (query) => query.delete("sort")),
  "downwards is ignored": () =>
    oneOf("films", (query) => {
      if (query.has("sort")) query.set("sort", query.get("sort")?.replace("-", "") ?? "");
    }),
  "downwards is ignored, in a word of its own": () => oneOf("screenings", (query) => query.delete("order")),
  "each page is sorted for itself": () => ({ pagesFirst: "order" }),
  "the order is lost with the cursor": () => ({ lostWithCursor: ["sort", "order"] }),
  "numbers are sorted as texts": () => ({
    order: (rows, query, sort) => {
      const { by, isDown } = orderOf(query);
      if (by !== "seats") return sort(rows);
      return rows.toSorted((left, right) => (isDown ? -1 : 1) * compare(`${left[by]}`, `${right[by]}`));
    },
  }),
  "pages overlap": () => ({
    window: ({ from, size }, _, query) => ({
      from: query.has("offset") ? Math.max(0, from - 1) : from,
      size,
    }),
  }),
  "pages of a cursor overlap": () => ({ next: ({ next }) => next && next - 1 }),
  "pages of a cursor skip a row": () => ({ next: ({ next }) => next && next + 1 }),
  "the last page is lost": () => ({
    next: ({ next, matching }, { size }) =>
      next !== undefined && next + size >= matching.length ? undefined : next,
  }),
  "a cursor never ends": () => ({ next: ({ next }, { from }) => next ?? from }),
  "a page has one row more": () => ({
    window: ({ from, size }, _, query) => ({ from, size: query.has("limit") ? size + 1 : size }),
  }),
  "a page has one row less": () => ({
    window: ({ from, size }, _, query) => ({ from, size: query.has("limit") && size > 1 ? size - 1 : size }),
  }),
  "a page has another size than its default": () => ({
    window: ({ from, size }, _, query) => ({ from, size: query.has("limit") ? size : 4 }),
  }),
  "the total is that of the page": () => ({ total: ({ shown }) => shown.length }),
  "the total ignores the filters": () => ({ total: ({ stored }) => stored }),
  "the total is late after a creation": () => lateTotal("POST"),
  "a later page has the total of what is left": () => ({
    total: ({ matching, query }) => matching.length - Number(query.get("offset") ?? 0),
  }),
  "a deleted row is listed": () => removedStay("films"),
  "a deleted row is listed until something is created": () => kept("films", "POST", "PUT"),
  "a row shows another flag than its item": () => ({
    row: (row) => (row["dubbed"] === undefined ? row : { ...row, dubbed: false }),
  }),
};

/** Servers that keep the promises in an unusual way. */
const variants: Readonly<Record<string, () => Deviation>> = {
  "nothing is unusual": () => ({}),
  "rows of the same value are in another order each time": () => ({
    order: (rows, query, sort) =>
      query.has("sort") ? sort(rows.toSorted(() => Math.random() - 0.5)) : sort(rows),
  }),
  "what is absent comes first": () => ({
    order: (rows, query, sort) => {
      const { by } = orderOf(query);
      const isNone = (row: Row): boolean => (row[by] ?? null) === null;
      return [...sort(rows).filter(isNone), ...sort(rows).filter((row) => !isNone(row))];
    },
  }),
  "what is absent comes last": () => ({
    order: (rows, query, sort) => {
      const { by } = orderOf(query);
      const isNone = (row: Row): boolean => (row[by] ?? null) === null;
      return [...sort(rows).filter((row) => !isNone(row)), ...sort(rows).filter(isNone)];
    },
  }),
  "capitals and small letters are the same": () => ({
    order: (rows, query, sort) => {
      const { by, isDown } = orderOf(query);
      if (by !== "title") return sort(rows);
      const textOf = (row: Row): string => `${row[by]}`.toLowerCase();
      return rows.toSorted((left, right) => (isDown ? -1 : 1) * compare(textOf(left), textOf(right)));
    },
  }),
  "texts are sorted as in a dictionary": () => ({
    order: (rows, query, sort) => {
      const { by, isDown } = orderOf(query);
      if (by !== "title") return sort(rows);
      return rows.toSorted(
        (left, right) => (isDown ? -1 : 1) * `${left[by]}`.localeCompare(`${right[by]}`, "de"),
      );
    },
  }),
  "a page has five rows at most": () => ({
    window: ({ from, size }) => ({ from, size: Math.min(size, 5) }),
  }),
  "a cursor ends with the next write": () => {
    let writtenAt = 0;
    return {
      before: ({ method }) => {
        if (method !== "GET") writtenAt = clock.now();
      },
      isExpired: (cursor) => Number(Buffer.from(cursor, "base64url").toString().split("@")[1]) < writtenAt,
    };
  },
  "a cursor leads to an empty page at the end": () => ({
    next: ({ next, matching }, { from, size }) =>
      next ?? (from < matching.length && matching.length > 0 ? from + size : undefined),
  }),
  "lists are late by 300 ms": () => {
    const past = { films: [] as [number, readonly Row[]][], screenings: [] as [number, readonly Row[]][] };
    let stores: Parameters<NonNullable<Deviation["before"]>>[1] | undefined;
    return {
      before: (asked, all) => {
        stores = all;
        for (const name of ["films", "screenings"] as const)
          past[name].push([clock.now(), [...all[name].values()]]);
        if (asked.method !== "GET")
          setImmediate(() => {
            for (const name of ["films", "screenings"] as const)
              past[name].push([clock.now(), [...(stores?.[name].values() ?? [])]]);
          });
      },
      listed: (name) => past[name].findLast(([time]) => time <= clock.now() - 300)?.[1] ?? [],
    };
  },
  "the total is an estimate": () => ({
    saidOfTotal: "An estimate of how many films there are.",
    total: ({ matching }) => Math.ceil(matching.length / 10) * 10,
  }),
  "others write all the time": () => {
    let count = 100_000;
    return {
      before: (_, { films, screenings }) => {
        count += 1;
        films.set(count, {
          id: count,
          title: `Other ${count}`,
          genre: "drama",
          dubbed: count % 2 === 0,
          released: "1999-09-09",
        });
        screenings.set(count, {
          id: count,
          filmId: count,
          room: "red",
          day: "2031-01-01",
          soldOut: false,
          seats: (count % 500) + 1,
        });
        films.delete(count - 6);
        screenings.delete(count - 7);
      },
    };
  },
  "the newest row comes first": () => ({
    order: (rows, query, sort) => (query.has("sort") ? sort(rows) : rows.toReversed()),
  }),
  "the store holds 60 rows of others": () => {
    return {
      before: (_, { films, screenings }) => {
        if (films.has(200_000)) return;
        for (let id = 200_000; id < 200_060; id += 1) {
          films.set(id, {
            id,
            title: `Film ${id}`,
            genre: ["drama", "comedy"][id % 2],
            dubbed: id % 3 === 0,
            released: `20${(id % 80) + 10}-05-05`,
          });
          screenings.set(id, {
            id,
            filmId: id,
            room: ["red", "blue"][id % 2],
            day: `20${(id % 80) + 10}-06-06`,
            soldOut: id % 3 === 0,
            seats: (id % 499) + 1,
          });
        }
      },
    };
  },
};

const seeds = process.env["PEDIGREE_EVERY"] === undefined ? [1] : [1, 2];

describe("a fault of one list is found", () => {
  it.each(Object.keys(faults))("%s", async (name) => {
    for (const seed of seeds) {
      const broken = await brokenIn(faults[name]?.() ?? {}, seed);
      expect(broken).not.toEqual([]);
    }
  });
});

describe("a server is right in which", () => {
  it.each(Object.keys(variants))("%s", async (name) => {
    for (const seed of seeds) {
      const broken = await brokenIn(variants[name]?.() ?? {}, seed);
      expect(broken).toEqual([]);
    }
  });
});
