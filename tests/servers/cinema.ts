import { clock } from "./clock.js";
import { type Asked, type Reply, startJsonServer } from "./json-server.js";

/** A film or a screening. */
export interface Row {
  readonly id: number;
  readonly [member: string]: unknown;
}

export type ListName = "films" | "screenings";

/** The rows of a list, as they are stored, in the order of their creation. */
type Rows = readonly Row[];

/** A part of a list: where it begins, and how many rows it has. */
interface Window {
  readonly from: number;
  readonly size: number;
}

/** What a page is made of. */
interface PageFacts {
  readonly list: ListName;
  readonly query: URLSearchParams;
  /** All rows that the query leaves, in its order. */
  readonly matching: Rows;
  readonly shown: Rows;
  /** How many are stored. */
  readonly stored: number;
  /** Where the next page begins; undefined on the last one. */
  readonly next: number | undefined;
}

/** What a cinema does in another way: each member takes the place of what an honest one does. */
export interface Deviation {
  /** Changes the query of a request, or of the first page on all that its cursor leads to. */
  readonly query?: (query: URLSearchParams, list: ListName) => void;
  /** The parameters that a cursor does not keep. */
  readonly lostWithCursor?: readonly string[];
  /** How a filter decides, by its name. */
  readonly filters?: Readonly<Record<string, (row: Row, wanted: string) => boolean>>;
  readonly joins?: "or";
  /** Does a page begin before the filters, or before the order? */
  readonly pagesFirst?: "filters" | "order";
  readonly order?: (rows: Rows, query: URLSearchParams, sort: (rows: Rows) => Rows) => Rows;
  readonly window?: (window: Window, all: number, query: URLSearchParams) => Window;
  readonly next?: (facts: PageFacts, window: Window) => number | undefined;
  readonly total?: (facts: PageFacts) => number;
  /** The rows of a list before anything is asked of them. */
  readonly listed?: (list: ListName, rows: Rows) => Rows;
  readonly row?: (row: Row) => Row;
  /** Is told of each request before it is answered. */
  readonly before?: (asked: Asked, stores: Stores) => void;
  readonly isExpired?: (cursor: string) => boolean;
  /** What is said of the total. */
  readonly saidOfTotal?: string;
}

type Store = Map<number, Row>;

/** All that is stored. */
export interface Stores {
  readonly films: Store;
  readonly screenings: Store;
}

const genres = ["drama", "comedy", "horror", "western"];
const rooms = ["red", "blue", "attic"];
const isText = (value: unknown): boolean => typeof value === "string" && value !== "" && value.length <= 80;
const isDay = (value: unknown): boolean =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
const isFlag = (value: unknown): boolean => typeof value === "boolean";
const isOneOf =
  (words: readonly string[]) =>
  (value: unknown): boolean =>
    words.includes(value as string);
const orNone =
  (holds: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || value === null || holds(value);

const members: Readonly<Record<ListName, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  films: { title: isText, genre: isOneOf(genres), dubbed: isFlag, released: orNone(isDay) },
  screenings: {
    filmId: Number.isInteger,
    room: isOneOf(rooms),
    day: isDay,
    soldOut: isFlag,
    seats: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 500,
  },
};

/** How each filter decides. */
export const rules: Readonly<Record<string, (row: Row, wanted: string) => boolean>> = {
  genre: ({ genre }, wanted) => genre === wanted,
  dubbed: ({ dubbed }, wanted) => `${dubbed}` === wanted,
  releasedFrom: ({ released }, wanted) => typeof released === "string" && released >= wanted,
  releasedTo: ({ released }, wanted) => typeof released === "string" && released <= wanted,
  title: ({ title }, wanted) => `${title}`.toLowerCase().includes(wanted.toLowerCase()),
  filmId: ({ filmId }, wanted) => `${filmId}` === wanted,
  room: ({ room }, wanted) => room === wanted,
  soldOut: ({ soldOut }, wanted) => `${soldOut}` === wanted,
  dayFrom: ({ day }, wanted) => `${day}` >= wanted,
  dayTo: ({ day }, wanted) => `${day}` <= wanted,
};

/** Compares values of one member; what is absent comes last. */
export function compare(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (left === undefined || left === null) return 1;
  if (right === undefined || right === null) return -1;
  return left < right ? -1 : 1;
}

/** The member by which a query has a list sorted, and whether downwards. */
export function orderOf(query: URLSearchParams): { readonly by: string; readonly isDown: boolean } {
  const sort = query.get("sort") ?? "id";
  return { by: sort.replace("-", ""), isDown: sort.startsWith("-") || query.get("order") === "desc" };
}

function sorted(rows: Rows, query: URLSearchParams): Rows {
  const { by, isDown } = orderOf(query);
  return rows.toSorted((left, right) => (isDown ? -1 : 1) * compare(left[by], right[by]));
}

/**
 * Starts a cinema: films by `limit` and `offset` with a total, and screenings of films by a cursor.
 * @returns its origin
 */
export function startCinema(deviation: Deviation = {}): Promise<string> {
  const stores: Stores = { films: new Map(), screenings: new Map() };
  let created = 0;
  return startJsonServer((asked): Reply => {
    deviation.before?.(asked, stores);
    const [name = "", id] = asked.parts;
    if (name !== "films" && name !== "screenings") return [404, { error: "none" }];
    const store = stores[name];
    if (id === undefined && asked.method === "GET") return listing(deviation, name, store, asked.query);
    if (id === undefined && asked.method !== "POST") return [405, { error: "no such method" }];
    const known = id === undefined ? undefined : store.get(Number(id));
    if (id !== undefined && known === undefined) return [404, { error: "none" }];
    if (asked.method === "GET") return [200, known];
    if (asked.method === "DELETE") {
      store.delete(known?.id ?? 0);
      return [204];
    }
    const wrong = Object.entries(members[name]).find(([member, holds]) => !holds(asked.sent[member]));
    if (wrong !== undefined) return [400, { error: `${wrong[0]} is not valid` }];
    if (name === "screenings" && !stores.films.has(Number(asked.sent["filmId"])))
      return [400, { error: "filmId is not that of a film" }];
    if (known === undefined) created += 1;
    const own = Object.keys(members[name]).map((member) => [member, asked.sent[member] ?? null]);
    const row = { id: known?.id ?? created, ...Object.fromEntries(own) };
    store.set(row.id, row);
    return [known === undefined ? 201 : 200, row];
  });
}

const words: Readonly<Record<string, readonly string[]>> = {
  genre: genres,
  room: rooms,
  dubbed: ["true", "false"],
  soldOut: ["true", "false"],
  order: ["asc", "desc"],
};
const orders: Readonly<Record<ListName, readonly string[]>> = {
  films: ["title", "-title", "released", "-released"],
  screenings: ["day", "seats"],
};
const sizes: Readonly<Record<ListName, number>> = { films: 20, screenings: 25 };

function isValid(list: ListName, query: URLSearchParams): boolean {
  return [...query].every(([name, value]) => {
    if (name === "sort") return orders[list].includes(value);
    if (name === "limit") return /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= 100;
    if (name === "offset") return /^\d+$/.test(value);
    if (name === "filmId") return /^\d+$/.test(value);
    if (name.endsWith("From") || name.endsWith("To")) return isDay(value);
    return words[name]?.includes(value) ?? true;
  });
}

function listing(deviation: Deviation, list: ListName, store: Store, asked: URLSearchParams): Reply {
  if (!isValid(list, asked)) return [400, { error: "a parameter is not valid" }];
  const cursor = asked.get("cursor");
  const [from, kept] = cursor === null ? [Number(asked.get("offset") ?? 0), ""] : readCursor(cursor);
  if (Number.isNaN(from) || (cursor !== null && deviation.isExpired?.(cursor)))
    return [400, { error: "the cursor is not valid" }];
  const query = new URLSearchParams(cursor === null ? asked : kept);
  if (cursor !== null && asked.has("limit")) query.set("limit", asked.get("limit") ?? "");
  if (cursor !== null) for (const name of deviation.lostWithCursor ?? []) query.delete(name);
  deviation.query?.(query, list);
  const all = [...store.values()];
  const stored = deviation.listed?.(list, all) ?? all;
  const matches = (row: Row): boolean => {
    const wanted = [...query].flatMap(([name, value]) => {
      const rule = deviation.filters?.[name] ?? rules[name];
      return rule === undefined ? [] : [rule(row, value)];
    });
    if (wanted.length === 0) return true;
    return deviation.joins === "or" ? wanted.some(Boolean) : wanted.every(Boolean);
  };
  const sort = (rows: Rows): Rows => sorted(rows, query);
  const order = (rows: Rows): Rows => deviation.order?.(rows, query, sort) ?? sort(rows);
  const matching = deviation.pagesFirst === "filters" ? order(stored) : order(stored.filter(matches));
  const asIs = { from, size: Number(query.get("limit") ?? sizes[list]) };
  const window = deviation.window?.(asIs, matching.length, query) ?? asIs;
  const end = window.from + window.size;
  const cut = (rows: Rows): Rows => rows.slice(window.from, end);
  const page = deviation.pagesFirst === "order" ? order(cut(stored.filter(matches))) : cut(matching);
  const shown = deviation.pagesFirst === "filters" ? page.filter(matches) : page;
  const next = end < matching.length ? end : undefined;
  const facts = { list, query, matching, shown, stored: all.length, next };
  const rows = shown.map((row) => deviation.row?.(row) ?? row);
  if (list === "films") return [200, { items: rows, total: deviation.total?.(facts) ?? matching.length }];
  const following = deviation.next === undefined ? next : deviation.next(facts, window);
  query.delete("cursor");
  return [200, { data: rows, nextCursor: following === undefined ? null : writeCursor(following, query) }];
}

function writeCursor(from: number, query: URLSearchParams): string {
  return Buffer.from(`${from}?${query}@${clock.now()}`).toString("base64url");
}

function readCursor(cursor: string): readonly [number, string] {
  const [, from = "x", query = ""] =
    /^(\d+)\?(.*)@[\d.]+$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  return [Number(from), query];
}

const day = { type: "string", format: "date" };
const flag = { type: "boolean" };
const whole = { type: "integer" };
const asks = (name: string, schema: object, description = "") => ({ name, in: "query", schema, description });
const bounds = { minimum: 1, maximum: 100 };

/** The parameters and members by which the cinema is described. */
export const cinema = {
  films: {
    sent: {
      type: "object",
      required: ["title", "genre", "dubbed"],
      properties: {
        title: { type: "string", minLength: 1, maxLength: 80 },
        genre: { type: "string", enum: genres },
        dubbed: flag,
        released: { ...day, type: ["string", "null"] },
      },
    },
    parameters: [
      asks("genre", { type: "string", enum: genres }, "Only films of this genre."),
      asks("dubbed", flag, "Only films that are dubbed, or only those that are not."),
      asks("releasedFrom", day, "Only films released on this day or later."),
      asks("releasedTo", day, "Only films released on this day or earlier."),
      asks("title", { type: "string" }, "Only films whose title contains this text."),
      asks("sort", { type: "string", enum: orders.films }),
      asks("limit", { type: "integer", ...bounds, default: sizes.films }),
      asks("offset", { type: "integer", minimum: 0, default: 0 }),
    ],
  },
  screenings: {
    sent: {
      type: "object",
      required: ["filmId", "room", "day", "soldOut", "seats"],
      properties: {
        filmId: { ...whole, description: "The id of a film." },
        room: { type: "string", enum: rooms },
        day,
        soldOut: flag,
        seats: { type: "integer", minimum: 1, maximum: 500 },
      },
    },
    parameters: [
      asks("filmId", whole, "Only screenings of this film."),
      asks("room", { type: "string", enum: rooms }, "Only screenings in this room."),
      asks("soldOut", flag, "Only screenings that are sold out, or only those that are not."),
      asks("dayFrom", day, "Only screenings on this day or later."),
      asks("dayTo", day, "Only screenings on this day or earlier."),
      asks("sort", { type: "string", enum: orders.screenings }),
      asks("order", { type: "string", enum: words["order"] }),
      asks("limit", { type: "integer", ...bounds, default: sizes.screenings }),
      asks("cursor", { type: "string" }, "The `nextCursor` of the page before."),
    ],
  },
} as const;
