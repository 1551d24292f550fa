import { describe, expect, it } from "vitest";
import {
  accept,
  answer,
  changeJson,
  changeStatus,
  edit,
  failedIn,
  isAbout,
  letIn,
  swapStatus,
} from "./deviations.js";
import type { Front } from "./front.js";
import { judgeLibrary, library } from "./library.js";

describe("a broken promise is found, by the requirement that names it:", () => {
  it.each<[string, Front, string]>([
    ["a list in an object", changeJson("GET /books", (books) => ({ books })), "listBooks: responses"],
    [
      "a member missing",
      changeJson("GET /books/*", ({ title: _, ...book }: { title: string }) => book),
      "getBook: responses",
    ],
    [
      "a number as a text",
      changeJson("GET /books/*", (book: { id: number }) => ({ ...book, id: `${book.id}` })),
      "getBook: responses",
    ],
    [
      "a word that is not listed",
      changeJson("POST /books", (book: object) => ({ ...book, genre: "crime" })),
      "addBook: responses",
    ],
    ["200 for 201", changeStatus("POST /books", 200), "addBook: responses"],
    ["no Location", { response: (each) => void delete each.headers["location"] }, "addBook: responses"],
    [
      "another media type",
      edit("GET /books", { headers: { "content-type": "text/html" } }),
      "listBooks: responses",
    ],
    ["no JSON", edit("GET /books/*", { body: "<book>" }), "getBook: responses"],
    ["an error without its message", edit("GET /books/*", { body: "{}" }, 404), "getBook: responses"],
    ["500 for what is not valid", swapStatus(400, 500, "POST /books"), "addBook: no server error"],
    ["500 for every list", answer("GET /books", 500, "Error: at line 1"), "listBooks: no server error"],
    [
      "lists without a key",
      letIn(library.key, (each) => isAbout(each, "GET /books")),
      "listBooks: credential",
    ],
    [
      "any key counts",
      letIn(library.key, ({ headers }) => headers.authorization !== undefined),
      "getBook: credential",
    ],
    [
      "a maximum that is not looked at",
      accept("POST /books", (book) => ({
        ...book,
        pages: Math.min(Number(book["pages"]), 5000) || book["pages"],
      })),
      "addBook: body /pages maximum",
    ],
    [
      "a minimum that is not looked at",
      accept("POST /books/*/reviews", (review) => ({
        ...review,
        stars: review["stars"] === 0 ? 1 : review["stars"],
      })),
      "addReview: body /stars minimum",
    ],
    [
      "a member that is not required after all",
      accept("POST /books", (book) => ({ pages: 1, ...book })),
      "addBook: body /pages required",
    ],
    [
      "a length that is not looked at",
      accept("POST /books", (book) => ({ ...book, title: `${book["title"]}`.slice(0, 80) || "x" })),
      "addBook: body /title maxLength",
    ],
    [
      "what was created is not found",
      answer("GET /books/*", 404, '{"message":"none"}'),
      "addBook: read back",
    ],
    [
      "what was created is another",
      changeJson("GET /books/*", (book: { pages: number }) => ({ ...book, pages: book.pages + 1 })),
      "addBook: read back",
    ],
    [
      "titles in capitals",
      changeJson("GET /books/*", (book: { title: string }) => ({ ...book, title: book.title.toUpperCase() })),
      "addBook: read back",
    ],
    ["what is not there is made up", answer("GET /books/*", 200, "{}"), "getBook: unknown item"],
    ["what is deleted stays", answer("DELETE /books/*", 204), "removeBook: gone"],
  ])("%s", async (_, front, expected) => {
    const report = await judgeLibrary(front);
    expect(failedIn(report)).toContain(expected);
    expect(report.conclusion.exitCode).toBe(1);
  });
});
