import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";

interface Book {
  readonly id: number;
  readonly author: string;
  readonly lent: boolean;
}

const combined = "All filters are combined with AND.";

type Kept = readonly boolean[];

/** Judges a list of books that combines what each of its two filters says of a book: nothing where it is not asked for. */
async function judge(combine: (byAuthor: Kept, byLent: Kept) => boolean, said = combined) {
  const books = new Map<string, Book>();
  let count = 30;
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query, sent }) => {
    const known = books.get(id);
    if (id !== "" && known === undefined) return [404, {}];
    if (known !== undefined) return method === "GET" ? [200, known] : [books.delete(id) ? 204 : 404];
    const [author, lent] = [query.get("author"), query.get("lent")];
    const isKept = (book: Book): boolean => {
      const byAuthor = author === null ? [] : [book.author === author];
      const byLent = lent === null ? [] : [`${book.lent}` === lent];
      return byAuthor.length + byLent.length === 0 || combine(byAuthor, byLent);
    };
    if (method === "GET") return [200, [...books.values()].filter(isKept)];
    if (typeof sent["author"] !== "string" || typeof sent["lent"] !== "boolean") return [400, {}];
    count += 1;
    const made = { id: count, author: sent["author"], lent: sent["lent"] };
    books.set(`${count}`, made);
    return [201, made];
  });
  const members = { author: { type: "string", minLength: 1, maxLength: 60 }, lent: { type: "boolean" } };
  const body = { type: "object", required: ["author", "lent"], properties: members };
  const book = {
    ...body,
    required: ["id", ...body.required],
    properties: { id: { type: "integer" }, ...members },
  };
  const parameters = [
    {
      name: "author",
      in: "query",
      description: "Only books of exactly this author.",
      schema: members.author,
    },
    { name: "lent", in: "query", schema: members.lent },
  ];
  const description = describePaths({
    "/books": {
      get: { ...lists("listBooks", book), description: said, parameters },
      post: adds("addBook", body, book),
    },
    "/books/{id}": { parameters: [idInPath()], get: reads("getBook", book), delete: removes("removeBook") },
  });
  const report = await judgeDescribed(description, baseUrl, { whole: true });
  return report.requirements.find(({ id }) => id === "listBooks: two filters")?.verdict;
}

const both = (byAuthor: Kept, byLent: Kept): boolean => [...byAuthor, ...byLent].every(Boolean);
const either = (byAuthor: Kept, byLent: Kept): boolean => [...byAuthor, ...byLent].some(Boolean);

describe("a list with a filter by a text and another one", () => {
  it("may obey both", async () => {
    expect(await judge(both)).toBe("passed");
  });

  it("is found that shows what one of them leaves", async () => {
    expect(await judge(either)).toBe("failed");
  });

  it("is found that forgets the text", async () => {
    expect(await judge((byAuthor, byLent) => both(byLent.length > 0 ? [] : byAuthor, byLent))).toBe("failed");
  });

  it("is advised where nothing says that both count", async () => {
    expect(await judge(either, "Books.")).toBe("warned");
  });
});
