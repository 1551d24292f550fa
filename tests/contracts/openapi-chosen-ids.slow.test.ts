import { describe, expect, it } from "vitest";
import { deriveContract } from "../../src/contracts/index.js";
import { noKnowledge } from "../../src/description/index.js";
import type { RunOptions } from "../../src/engine/index.js";
import { clock } from "../servers/clock.js";
import { type Reply, startJsonServer } from "../servers/json-server.js";
import { changes, describePaths, json, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Book {
  readonly isbn: string;
  readonly title: string;
  readonly pages?: number;
  readonly added: number;
}

type Books = Map<string, Book>;

/** What one library does in its own way; undefined where it does what all do. */
interface Ways {
  readonly put?: (sent: Omit<Book, "added">, books: Books) => Reply | undefined;
  readonly get?: (isbn: string, books: Books) => Reply | undefined;
  readonly remove?: (isbn: string, books: Books) => Reply | undefined;
  /** Keeps what is put as something else. */
  readonly keep?: (book: Book) => Book;
  /** Keeps a change of the title. */
  readonly change?: (title: string, before: Book) => Book;
  readonly refusesPages?: (pages: number) => boolean;
  /** Of the path of a book, and beside it. */
  readonly described?: object;
  readonly others?: object;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly options?: Partial<RunOptions>;
}

const isbn = { type: "string", pattern: "^97[89][0-9]{10}$" };
const members = {
  title: { type: "string", maxLength: 60 },
  pages: { type: "integer", minimum: 1, maximum: 900 },
};
const body = { type: "object", required: ["title"], properties: members };
const shown = { type: "object", required: ["isbn", "title"], properties: { isbn, ...members } };
const created = {
  201: { description: "New", ...json(shown) },
  202: { description: "It takes a while", ...json(shown) },
};
const titled = { type: "object", required: ["title"], properties: { title: members.title } };
const patch = changes("patchBook", titled, shown);
const parameters = [{ name: "isbn", in: "path", required: true, schema: isbn }];
const somebodys = ["9780131103627", "9780201633610"];

/** Judges a library, and tells what failed, what was written where, and what is left of the run. */
async function judge(ways: Ways) {
  const books: Books = new Map(
    somebodys.map((each) => [each, { isbn: each, title: "Somebody's", added: 0 }]),
  );
  const writes: string[] = [];
  const baseUrl = await startJsonServer(({ method, parts: [, ...ids], sent: { title, pages } }) => {
    const id = ids.join("/");
    if (method !== "GET") writes.push(`${method} ${id}`);
    const [book, now] = [books.get(id), clock.now()];
    const show = ({ added: _, ...each }: Book): object => each;
    if (id === "") return method === "GET" ? [200, [...books.values()].map(show)] : [405, {}];
    if (method === "GET")
      return ways.get?.(id, books) ?? (book === undefined ? [404, {}] : [200, show(book)]);
    if (method === "DELETE") return ways.remove?.(id, books) ?? [books.delete(id) ? 204 : 404];
    const isRefused = ways.refusesPages ?? ((each) => each < 1 || each > 900 || !Number.isInteger(each));
    if (typeof title !== "string" || title.length > 60 || title === "") return [400, {}];
    if (pages !== undefined && (typeof pages !== "number" || isRefused(pages))) return [400, {}];
    if (method === "PUT" && !/^97[89][0-9]{10}$/.test(id)) return [400, {}];
    const sent = { isbn: id, title, ...(pages === undefined ? {} : { pages }) };
    const own = method === "PUT" ? ways.put?.(sent, books) : undefined;
    if (own !== undefined) return own;
    if (method === "PATCH" && book !== undefined) {
      books.set(id, (ways.change ?? ((to, before) => ({ ...before, title: to })))(title, book));
      return [200, show(books.get(id) ?? book)];
    }
    if (method !== "PUT") return [book === undefined ? 404 : 405, {}];
    books.set(id, (ways.keep ?? ((each) => each))({ ...sent, added: now }));
    return [book === undefined ? 201 : 200, sent];
  });
  const description = describePaths({
    "/books": { get: lists("listBooks", shown) },
    "/books/{isbn}": {
      parameters,
      get: reads("getBook", shown),
      put: changes("putBook", body, shown, created),
      delete: removes("removeBook"),
      ...ways.described,
    },
    ...ways.others,
  });
  const known = { ...noKnowledge, values: ways.values ?? {} };
  const contract = deriveContract({ ...description, known });
  const report = await judgeDescribed(description, baseUrl, { ...ways.options, contract });
  return {
    failed: failedIn(report),
    writes,
    left: [...books.keys()].filter((each) => !somebodys.includes(each)),
    isKept: somebodys.every((each) => books.get(each)?.title === "Somebody's"),
    verdictOf: (id: string) => report.requirements.find((each) => each.id === id)?.verdict,
  };
}

/** Does the last digit follow from the others? */
function isChecked(id: string): boolean {
  const sum = [...id].reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

describe("an item under a new id is created, and deleted in the end, where the server", () => {
  it.each<[string, Ways]>([
    ["keeps what is put", {}],
    [
      "answers with 200 all the same",
      {
        put: (sent, books) => {
          books.set(sent.isbn, { ...sent, added: 0 });
          return [200, sent];
        },
      },
    ],
    [
      "shows it after a while, for which the run waits",
      {
        get: (id, books) => (clock.now() - (books.get(id)?.added ?? 0) < 100 ? [404, {}] : undefined),
        options: { settle: 300 },
      },
    ],
    ["changes the title alone", { described: { patch } }],
    ["has a number of pages of its own where there is none", { keep: (book) => ({ pages: 1, ...book }) }],
    ["takes what is required alone", { put: ({ pages }) => (pages === undefined ? undefined : [400, {}]) }],
  ])("%s", async (_, ways) => {
    const { failed, writes, left, isKept, verdictOf } = await judge(ways);

    expect(failed).toEqual([]);
    expect(writes.some((each) => each.startsWith("PUT "))).toBe(true);
    expect({ left, isKept }).toEqual({ left: [], isKept: true });
    expect(verdictOf("putBook: replaced")).toBe("passed");
    expect(verdictOf("removeBook: gone")).toBe("passed");
  });
});

describe("nothing fails, and nothing of others is changed, where the server", () => {
  it.each<[string, Ways]>([
    ["creates nothing by PUT", { put: (sent, books) => (books.has(sent.isbn) ? undefined : [404, {}]) }],
    ["lets nobody create anything", { put: () => [403, {}] }],
    ["has something in the way", { put: () => [409, {}] }],
    ["does not know the method", { put: () => [405, {}] }],
    ["checks the last digit", { put: ({ isbn: id }) => (isChecked(id) ? undefined : [400, {}]) }],
    ["does it later, and maybe never", { put: (sent) => [202, sent] }],
    [
      "puts it under an id of its own",
      {
        put: (sent, books) => {
          const own = { ...sent, isbn: `978${sent.isbn.slice(3).split("").toReversed().join("")}` };
          books.set(own.isbn, { ...own, added: 0 });
          return [201, own, { location: `/books/${own.isbn}` }];
        },
      },
    ],
    [
      "gives no id twice",
      {
        remove: (id, books) => (books.has(id) ? [204] : [404, {}]),
        get: (id, books) => [books.has(id) ? 200 : 404, books.get(id) ?? {}],
      },
    ],
  ])("%s", async (_, ways) => {
    const { failed, isKept } = await judge(ways);

    expect(failed.filter((each) => each !== "removeBook: gone")).toEqual([]);
    expect(isKept).toBe(true);
  });
});

const post = { "/books": { get: lists("listBooks", shown), post: changes("addBook", body, shown, created) } };
const member = { type: "object", required: ["title"], properties: { title: { type: "string" } } };

describe("nothing is put where nothing is known to be the run's own:", () => {
  it.each<[string, Ways]>([
    ["no item can be deleted", { described: { delete: undefined } }],
    ["no item can be read", { described: { get: undefined } }],
    ["no creation is described", { described: { put: changes("putBook", body, shown) } }],
    ["items are posted to the collection", { others: post }],
    ["every id has an item", { get: (id) => [200, { isbn: id, title: "Somebody's" }] }],
    [
      "the id is that of an item in another collection",
      {
        described: { put: undefined, delete: undefined },
        others: {
          "/isbns/{other}": {
            parameters: [{ name: "other", in: "path", required: true, schema: { type: "string" } }],
            get: reads("getIsbn", shown),
          },
          "/members/{isbnId}": {
            parameters: [{ name: "isbnId", in: "path", required: true, schema: { type: "string" } }],
            get: reads("getMember", member),
            put: changes("putMember", member, member, { 201: { description: "New", ...json(member) } }),
            delete: removes("removeMember"),
          },
        },
      },
    ],
    [
      "there are few ids",
      {
        described: {
          parameters: [{ ...parameters[0], schema: { type: "integer", minimum: 1, maximum: 99 } }],
        },
      },
    ],
    ["the run may not write", { options: { readOnly: true } }],
  ])("%s", async (_, ways) => {
    const { writes, isKept } = await judge(ways);

    expect(writes.filter((each) => each.startsWith("PUT ") || each.startsWith("DELETE "))).toEqual([]);
    expect(isKept).toBe(true);
  });
});

describe("a server is found that", () => {
  it.each<[string, Ways, string[]]>([
    ["stores nothing that is put", { put: (sent) => [201, sent] }, ["putBook: replaced"]],
    [
      "stores no new item",
      { put: (sent, books) => (books.has(sent.isbn) ? undefined : [201, sent]) },
      ["putBook: replaced"],
    ],
    ["stores other titles", { keep: (book) => ({ ...book, title: "Untitled" }) }, ["putBook: replaced"]],
    [
      "cuts long titles",
      { keep: (book) => ({ ...book, title: book.title.slice(0, 50) }) },
      ["putBook: replaced"],
    ],
    [
      "keeps no letters but those of ASCII",
      { keep: (book) => ({ ...book, title: book.title.replaceAll(/[^ -~]/g, "?") }) },
      ["putBook: replaced"],
    ],
    [
      "loses what a change does not name",
      { described: { patch }, change: (title, { pages: _, ...book }) => ({ ...book, title }) },
      ["patchBook: changed"],
    ],
    ["loses the number of pages", { keep: ({ pages: _, ...book }) => book }, ["putBook: replaced"]],
    [
      "takes any low number of pages",
      { refusesPages: (pages) => pages > 900 || !Number.isInteger(pages) },
      ["putBook: body /pages minimum"],
    ],
    ["deletes nothing", { remove: () => [204] }, ["removeBook: gone"]],
  ])("%s", async (_, ways, expected) => {
    const { failed, isKept } = await judge({ ...ways, options: { strict: true } });

    expect(failed.filter((each) => expected.includes(each))).toEqual(expected);
    expect(isKept).toBe(true);
  });
});

describe("an id that the user gives", () => {
  const described = { put: undefined, delete: undefined };

  it("is asked for", async () => {
    const { failed, verdictOf } = await judge({ described, values: { isbn: somebodys[1] } });

    expect(failed).toEqual([]);
    expect(verdictOf("getBook: responses")).toBe("passed");
  });

  it("takes away no id that a list shows, where it leads to nothing", async () => {
    const { failed, verdictOf } = await judge({ described, values: { isbn: "9790000000000" } });

    expect(failed).toEqual([]);
    expect(verdictOf("getBook: responses")).toBe("passed");
  });
});
