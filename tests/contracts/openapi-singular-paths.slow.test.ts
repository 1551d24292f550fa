import { describe, expect, it } from "vitest";
import { judgeDescribed as judgeMade } from "../../src/calibration/described/calibrate.js";
import { deriveContract } from "../../src/contracts/index.js";
import { noKnowledge } from "../../src/description/index.js";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import {
  adds,
  changes,
  describePaths,
  idInPath,
  judgeDescribed,
  lists,
  reads,
  removes,
} from "./described.js";
import { failedIn } from "./deviations.js";

interface Silence {
  readonly id: number;
  readonly comment: string;
  readonly minutes: number;
  readonly isExpired?: boolean;
}

type Silences = Map<string, Silence>;

/** Where one server has its silences, and what it does in its own way. */
interface Ways {
  readonly list?: string;
  readonly creation?: string;
  readonly items?: string;
  readonly id?: string;
  /** Described and served beside the others. */
  readonly others?: (shown: object, body: object) => object;
  /** Answers in the place of the server; undefined where that does. */
  readonly first?: (asked: Asked, silences: Silences) => Reply | undefined;
  /** Keeps what is posted or put as something else. */
  readonly keep?: (silence: Silence) => Silence;
  readonly listed?: (silences: readonly Silence[], query: URLSearchParams) => readonly Silence[];
  readonly remove?: (id: string, silences: Silences) => void;
  /** What the response to a creation has for its body and headers. */
  readonly answer?: (silence: Silence, address: string) => readonly [body: unknown, headers?: object];
  /** A parameter of the list. */
  readonly filters?: boolean;
}

const members = {
  comment: { type: "string", minLength: 8, maxLength: 60 },
  minutes: { type: "integer", minimum: 1, maximum: 900 },
};
const body = { type: "object", required: ["comment", "minutes"], properties: members };
const shown = {
  type: "object",
  required: ["id", "comment", "minutes"],
  properties: { id: { type: "integer" }, ...members },
};

function describeSilences({
  list = "/silences",
  creation = list,
  items = "/silence",
  id = "id",
  others,
  filters,
}: Ways) {
  const minutes = { name: "minutes", in: "query", schema: members.minutes };
  const get = { ...lists("listSilences", shown), ...(filters === true ? { parameters: [minutes] } : {}) };
  const post = adds("addSilence", body, shown);
  return describePaths({
    ...(list === creation ? { [list]: { get, post } } : { [list]: { get }, [creation]: { post } }),
    [`${items}/{${id}}`]: {
      parameters: [{ ...idInPath(), name: id }],
      get: reads("getSilence", shown),
      put: changes("putSilence", body, shown),
      delete: removes("removeSilence"),
    },
    ...others?.(shown, body),
  });
}

/** Judges a server, and tells what failed, what was written where, and what is left of the run. */
async function judge(ways: Ways) {
  const { list = "/silences", creation = list, items = "/silence", keep = (same) => same } = ways;
  const silences: Silences = new Map([["7", { id: 7, comment: "Somebody's", minutes: 60 }]]);
  const writes: string[] = [];
  let count = 1000;
  const baseUrl = await startJsonServer((asked) => {
    const { method, path, query, sent } = asked;
    if (method !== "GET") writes.push(`${method} ${path}`);
    const own = ways.first?.(asked, silences);
    if (own !== undefined) return own;
    const { comment, minutes } = sent;
    const isText = typeof comment === "string" && comment.length > 7 && comment.length < 61;
    const isTime = Number.isInteger(minutes) && Number(minutes) > 0 && Number(minutes) < 901;
    const isBad = ["POST", "PUT"].includes(method) && !(isText && isTime);
    if (path === list && method === "GET") {
      const wanted = query.get("minutes");
      if (ways.filters === true && wanted !== null && !(Number(wanted) > 0 && Number(wanted) < 901))
        return [400, {}];
      const found = [...silences.values()].filter((each) => wanted === null || `${each.minutes}` === wanted);
      return [200, ways.listed?.(found, query) ?? found];
    }
    const kept = (id: number) => keep({ id, comment: `${comment}`, minutes: Number(minutes) });
    if (path === creation && method === "POST") {
      if (isBad) return [400, {}];
      count += 1;
      const made = kept(count);
      silences.set(`${count}`, made);
      const [value, headers = {}] = ways.answer?.(made, `${items}/${count}`) ?? [made];
      return [201, value, headers];
    }
    const id = path.startsWith(`${items}/`) ? path.slice(items.length + 1) : "";
    const silence = silences.get(id);
    if (silence === undefined) return [404, {}];
    if (method === "GET") return [200, silence];
    if (isBad) return [400, {}];
    if (method === "PUT") silences.set(id, kept(silence.id));
    else if (method !== "DELETE") return [405, {}];
    else if (ways.remove === undefined) silences.delete(id);
    else ways.remove(id, silences);
    return method === "PUT" ? [200, silences.get(id)] : [204];
  });
  const description = describeSilences(ways);
  const known = { ...noKnowledge, allow: ways.others === undefined ? [] : ["expireSilence"] };
  const report = await judgeDescribed(description, baseUrl, {
    contract: deriveContract({ ...description, known }),
  });
  return {
    failed: failedIn(report),
    writes,
    left: [...silences.keys()].filter((each) => each !== "7"),
    isKept: silences.get("7")?.comment === "Somebody's",
    verdictOf: (id: string) => report.requirements.find((each) => each.id === id)?.verdict,
  };
}

const expiring = (): object => ({
  "/silence/{id}/expire": {
    parameters: [idInPath()],
    post: { operationId: "expireSilence", responses: removes("x").responses },
  },
});

describe("items whose addresses have another word than their list are read back, changed and deleted:", () => {
  it.each<[string, Ways]>([
    ["with the same word", { items: "/silences" }],
    ["of a list in the plural", {}],
    ["of a creation in the singular", { creation: "/silence" }],
    ["of words that change their end", { list: "/entries", items: "/entry" }],
    ["of words that are written in other ways", { list: "/alert-Silences", items: "/alertSilence" }],
    ["below a path", { list: "/api/v2/silences", items: "/api/v2/silence", id: "silenceId" }],
    [
      "with an address in the header alone",
      { answer: ({ comment, minutes }, at) => [{ id: 1, comment, minutes }, { location: at }] },
    ],
    ["which a filter finds", { filters: true }],
    [
      "which can be ended before",
      {
        others: expiring,
        first: ({ method, parts: [, id = "", verb] }, silences) => {
          const silence = silences.get(id);
          if (method !== "POST" || verb !== "expire" || silence === undefined) return undefined;
          return [204];
        },
      },
    ],
  ])("%s", async (_, ways) => {
    const { failed, writes, left, isKept, verdictOf } = await judge(ways);

    expect(failed).toEqual([]);
    expect({ left, isKept }).toEqual({ left: [], isKept: true });
    for (const each of [
      "addSilence: read back",
      "putSilence: replaced",
      "removeSilence: gone",
      "getSilence: unknown item",
    ])
      expect([each, verdictOf(each)]).toEqual([each, "passed"]);
    expect(writes.some((each) => each.startsWith(`DELETE ${ways.items ?? "/silence"}/`))).toBe(true);
    if (ways.others !== undefined) expect(writes.some((each) => each.endsWith("/expire"))).toBe(true);
    if (ways.filters === true) expect(verdictOf("listSilences: filters")).toBe("passed");
  });
});

it("a server that is made from a description keeps it, with a list in the plural", async () => {
  const contract = deriveContract(describeSilences({}));
  const report = await judgeMade({ description: contract, contract }, { seed: 1 });
  const tested = report.requirements.filter(({ verdict }) => verdict === "passed").map(({ id }) => id);

  expect(failedIn(report)).toEqual([]);
  expect(tested).toEqual(expect.arrayContaining(["addSilence: read back", "removeSilence: gone"]));
});

describe("a collection whose items have addresses with another word is found", () => {
  it.each<[string, readonly string[], Ways]>([
    [
      "not to show what it created",
      ["addSilence: read back", "putSilence: replaced"],
      {
        first: ({ method, path }) =>
          method === "GET" && /^\/silence\/1\d{3}$/.test(path) ? [404, {}] : undefined,
      },
    ],
    [
      "to keep something else",
      ["addSilence: read back", "putSilence: replaced"],
      { keep: (silence) => ({ ...silence, minutes: 1 }) },
    ],
    [
      "to keep something else, where a creation is in the singular",
      ["addSilence: read back", "putSilence: replaced"],
      { creation: "/silence", keep: (silence) => ({ ...silence, minutes: 1 }) },
    ],
    ["not to delete", ["removeSilence: gone"], { remove: () => undefined }],
    [
      "to delete another one",
      ["removeSilence: gone"],
      {
        remove: (id, silences) => {
          const other = [...silences.keys()].findLast((each) => each !== id && each !== "7");
          silences.delete(id);
          silences.delete(other ?? "");
        },
      },
    ],
    ["to list what is deleted", ["removeSilence: gone"], listingDeleted({})],
    [
      "to list what is deleted, where a creation is in the singular",
      ["removeSilence: gone"],
      listingDeleted({ creation: "/silence" }),
    ],
    [
      "not to list what is there",
      ["addSilence: read back"],
      { listed: (silences) => silences.filter(({ id }) => id % 3 !== 0) },
    ],
    ["to forget its filter", ["listSilences: filters"], { filters: true, first: unfiltered }],
    [
      "to serve an id that no item has",
      ["getSilence: unknown item"],
      {
        first: ({ method, parts: [word, id = ""] }, silences) =>
          method === "GET" && word === "silence" && /^\d+$/.test(id) && !silences.has(id)
            ? [200, { id: Number(id), comment: "Nobody's", minutes: 1 }]
            : undefined,
      },
    ],
  ])("%s", async (_, expected, ways) => {
    const { failed, isKept } = await judge(ways);

    expect(failed).toEqual([...expected]);
    expect(isKept).toBe(true);
  });
});

interface Page {
  readonly id: number;
  readonly bookId: number;
  readonly text: string;
}

/** What one server of pages does in its own way, which are below books and refer to an author. */
interface Shelf {
  /** Shows the pages of every book. */
  readonly mixes?: boolean;
  /** Serves a page below any book. */
  readonly servesAnywhere?: boolean;
}

/** Judges a server whose books, pages and authors are listed in the plural, and served in the singular. */
async function judgeShelf({ mixes = false, servesAnywhere = false }: Shelf) {
  const word = { type: "string", minLength: 8, maxLength: 40 };
  const author = { type: "object", required: ["name"], properties: { name: word } };
  const book = {
    type: "object",
    required: ["title", "authorId"],
    properties: { title: word, authorId: { type: "integer" } },
  };
  const page = { type: "object", required: ["text"], properties: { text: word } };
  const id = { id: { type: "integer" } };
  const shownOf = (kind: typeof author | typeof book | typeof page) => ({
    ...kind,
    required: ["id", ...kind.required],
    properties: { ...id, ...kind.properties },
  });
  const bookId = { ...idInPath(), name: "bookId" };
  const one = (name: string, kind: Parameters<typeof shownOf>[0]) => ({
    get: reads(`get${name}`, shownOf(kind)),
    delete: removes(`remove${name}`),
  });
  const all = (name: string, kind: Parameters<typeof shownOf>[0]) => ({
    get: lists(`list${name}s`, shownOf(kind)),
    post: adds(`add${name}`, kind, shownOf(kind)),
  });
  const description = describePaths({
    "/authors": all("Author", author),
    "/author/{authorId}": { parameters: [{ ...idInPath(), name: "authorId" }], ...one("Author", author) },
    "/books": all("Book", book),
    "/book/{bookId}": { parameters: [bookId], ...one("Book", book) },
    "/book/{bookId}/pages": { parameters: [bookId], ...all("Page", page) },
    "/book/{bookId}/page/{id}": { parameters: [bookId, idInPath()], ...one("Page", page) },
  });
  const authors = new Map<number, object>();
  const books = new Map<number, object>();
  const pages = new Map<number, Page>();
  let count = 1000;
  const isWord = (value: unknown): value is string =>
    typeof value === "string" && value.length > 7 && value.length < 41;
  const serve = (
    stock: Map<number, object>,
    { method, sent }: Asked,
    { at, rows, made }: { at: number | undefined; rows: readonly object[]; made: object | undefined },
  ): Reply => {
    if (at === undefined && method === "GET") return [200, rows];
    if (at === undefined && method === "POST") {
      if (made === undefined) return [400, {}];
      count += 1;
      stock.set(count, { id: count, ...made });
      return [201, { id: count, ...sent }];
    }
    const item = at === undefined ? undefined : stock.get(at);
    if (item === undefined || at === undefined) return [404, {}];
    if (method === "GET") return [200, item];
    return method === "DELETE" ? [stock.delete(at) ? 204 : 404] : [405, {}];
  };
  const numberIn = (text: string | undefined): number | undefined =>
    text === undefined ? undefined : Number(text);
  const baseUrl = await startJsonServer((asked) => {
    const { parts, sent } = asked;
    const [kind = "", first, below, second] = parts;
    const { name, title, authorId, text } = sent;
    if (kind.startsWith("author"))
      return serve(authors, asked, {
        at: numberIn(first),
        rows: [...authors.values()],
        made: isWord(name) ? { name } : undefined,
      });
    if (below === undefined) {
      const isMade = isWord(title) && typeof authorId === "number" && authors.has(authorId);
      const rows = [...books.values()];
      return serve(books, asked, {
        at: numberIn(first),
        rows,
        made: isMade ? { title, authorId } : undefined,
      });
    }
    const book = Number(first);
    if (!books.has(book)) return [404, {}];
    const isThere = (each: Page): boolean => mixes || each.bookId === book;
    const found = pages.get(Number(second));
    if (second !== undefined && found?.bookId !== book && !servesAnywhere) return [404, {}];
    const show = ({ bookId: _, ...each }: Page): object => each;
    const reply = serve(pages as Map<number, object>, asked, {
      at: numberIn(second),
      rows: [...pages.values()].filter(isThere).map(show),
      made: isWord(text) ? { text, bookId: book } : undefined,
    });
    return asked.method === "GET" && found !== undefined ? [reply[0], show(found)] : reply;
  });
  const report = await judgeDescribed(description, baseUrl);
  return {
    failed: failedIn(report),
    left: authors.size + books.size,
    verdictOf: (each: string) => report.requirements.find((one) => one.id === each)?.verdict,
  };
}

describe("of items in the singular, below others, which refer to others", () => {
  it("all promises are tested", async () => {
    const { failed, left, verdictOf } = await judgeShelf({});

    expect({ failed, left }).toEqual({ failed: [], left: 0 });
    for (const each of [
      "addBook: read back",
      "addPage: read back",
      "addPage: in its list",
      "addPage: unknown parent",
      "getPage: below another item",
      "removePage: gone",
      "removeAuthor: gone",
    ])
      expect([each, verdictOf(each)]).toEqual([each, "passed"]);
  });

  it.each<[string, readonly string[], Shelf]>([
    ["a list shows what is below another one", ["addPage: in its list"], { mixes: true }],
    [
      "one is served below another one",
      ["getPage: below another item", "removePage: below another item"],
      { servesAnywhere: true },
    ],
  ])("%s", async (_, expected, shelf) => {
    expect((await judgeShelf(shelf)).failed).toEqual([...expected]);
  });
});

/** A server whose list shows what was deleted. */
function listingDeleted(ways: Ways): Ways {
  const deleted: Silence[] = [];
  return {
    ...ways,
    remove: (id, silences) => {
      const silence = silences.get(id);
      if (silence !== undefined) deleted.push(silence);
      silences.delete(id);
    },
    listed: (silences) => [...silences, ...deleted],
  };
}

/** Shows the whole list, whatever is asked for. */
function unfiltered({ method, path, query }: Asked, silences: Silences): Reply | undefined {
  const minutes = Number(query.get("minutes") ?? 1);
  const isValid = Number.isInteger(minutes) && minutes > 0 && minutes < 901;
  return method === "GET" && path === "/silences" && isValid ? [200, [...silences.values()]] : undefined;
}

/** Which paths have items with another word, by what is described at them. */
function itemsOf(paths: Readonly<Record<string, string>>): object {
  const operations = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      methods.split(" ").map((method) => [
        method,
        {
          ...(["post", "put", "patch"].includes(method) ? adds("", body, shown) : lists("", shown)),
          operationId: `${method} ${path}`,
        },
      ]),
    ),
  ]);
  const contract = deriveContract(describePaths(Object.fromEntries(operations) as object));
  return Object.fromEntries(
    [...contract.operations.values()].flatMap(({ id, itemsAt }) =>
      itemsAt === undefined ? [] : [[id, itemsAt]],
    ),
  ) as object;
}

describe("of one collection are", () => {
  it.each<[string, Readonly<Record<string, string>>, object]>([
    [
      "a list and a creation in the plural",
      { "/silences": "get post", "/silence/{id}": "get delete put" },
      { "get /silences": "/silence", "post /silences": "/silence" },
    ],
    [
      "a creation in the singular, and a list",
      { "/users": "get", "/user": "post put", "/user/{id}": "get" },
      { "get /users": "/user" },
    ],
    [
      "what is below the same item",
      { "/users/{userId}/notes": "get post", "/users/{userId}/note/{id}": "get delete" },
      {
        "get /users/{userId}/notes": "/users/{userId}/note",
        "post /users/{userId}/notes": "/users/{userId}/note",
      },
    ],
    [
      "paths with a slash at their end",
      { "/silences/": "get post", "/silence/{id}/": "get" },
      { "get /silences/": "/silence", "post /silences/": "/silence" },
    ],
  ])("%s", (_, paths, expected) => {
    expect(itemsOf(paths)).toEqual(expected);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    [
      "the one who is signed in, and users",
      { "/user": "get patch", "/users": "get", "/users/{username}": "get" },
    ],
    [
      "an account, which can be made, and users",
      { "/user": "post delete", "/users": "get", "/users/{id}": "get" },
    ],
    [
      "an action in the singular, and items in the plural",
      { "/reboots": "get", "/reboot": "post", "/reboots/{id}": "get" },
    ],
    ["an account that is read, and users", { "/user": "get post", "/users/{id}": "get" }],
    ["how a server is, and statuses", { "/status": "get", "/statuses/{id}": "get", "/statuses": "post" }],
    ["what is new, and news", { "/new": "post", "/news": "get", "/news/{id}": "get" }],
    ["a list of what was found, and users", { "/search/users": "get", "/user/{id}": "get" }],
    ["two lists", { "/silences": "get post", "/silence": "get", "/silence/{id}": "get" }],
    ["two creations", { "/silences": "get post", "/silence": "post", "/silence/{id}": "get" }],
    ["two kinds of items", { "/silences": "get post", "/silences/{id}": "get", "/silence/{id}": "get" }],
    ["two lists that may be meant", { "/boxs": "get post", "/boxes": "get post", "/box/{id}": "get" }],
    [
      "a list with something below its items",
      { "/users": "get", "/users/{id}/notes": "get", "/user/{id}": "get" },
    ],
    ["what is below items with other names", { "/a/{x}/notes": "get", "/a/{y}/note/{id}": "get" }],
    ["the root, and what is at a letter", { "/": "post", "/s/{id}": "get" }],
    ["a series", { "/series": "get post", "/series/{id}": "get" }],
  ])("not %s", (_, paths) => {
    expect(itemsOf(paths)).toEqual({});
  });

  it("not a list of something else", () => {
    const word = { type: "object", properties: { id: { type: "integer" }, word: { type: "string" } } };
    const { operations } = deriveContract(
      describePaths({
        "/statuses": { get: lists("listWords", word) },
        "/status/{id}": { parameters: [idInPath()], get: reads("getStatus", shown) },
      }),
    );

    expect([...operations.values()].some(({ itemsAt }) => itemsAt !== undefined)).toBe(false);
  });
});
