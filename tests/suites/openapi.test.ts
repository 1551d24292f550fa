import { describe, expect, it } from "vitest";
import { start } from "../../examples/fastify/server.js";
import { loadDescription } from "../../src/description/index.js";
import { type Report, replayFinding, runConformance } from "../../src/run/index.js";
import { deriveContract, openApi } from "../../src/suites/index.js";
import {
  accept,
  answer,
  changeJson,
  changeStatus,
  clampQuery,
  edit,
  failedIn,
  isAbout,
  letIn,
  swapStatus,
  typed,
} from "./deviations.js";
import { type Front, startBehind } from "./front.js";

const key = "library-key-123";

const { description } = loadDescription(
  new URL("../../examples/fastify/openapi.yaml", import.meta.url).pathname,
);
const contract = deriveContract(description);

async function judgeLibrary(front?: Front, options: object = {}): Promise<Report> {
  const baseUrl = await startBehind(start as never, key, front);
  return runConformance(openApi, { contract, baseUrl, key, ...options });
}

describe("an honest server in Fastify", () => {
  it("conforms, with few requests, and is left as it was found", async () => {
    const report = await judgeLibrary();
    expect(report.conclusion).toMatchObject({
      exitCode: 0,
      sentence: expect.stringMatching(/^conforms, (\d+) of \1 /),
    });
    expect(report.run.requests).toBeLessThan(200);
  });

  it("conforms under several seeds", async () => {
    const sentences = new Set<string>();
    for (let seed = 1; seed <= 4; seed += 1)
      sentences.add((await judgeLibrary({}, { seed })).conclusion.sentence);
    expect([...sentences]).toEqual([expect.stringMatching(/^conforms, (\d+) of \1 /)]);
  });

  it("is sent nothing but GET in a run that is read only", async () => {
    const methods = new Set<string>();
    const report = await judgeLibrary(
      { request: ({ method }) => void methods.add(method) },
      { readOnly: true },
    );
    expect([...methods]).toEqual(["GET"]);
    expect(failedIn(report)).toEqual([]);
  });
});

it("a bound that is not looked at anywhere is a failure if the run is strict", async () => {
  const front = clampQuery(/limit=51/, "limit=50");
  expect(failedIn(await judgeLibrary(front))).toEqual([]);
  expect(failedIn(await judgeLibrary(front, { strict: true }))).toEqual(["listBooks: query /limit maximum"]);
});

describe("what the description permits is no failure:", () => {
  it.each<[string, Front]>([
    ["more members", changeJson("GET /books/*", (book: object) => ({ ...book, more: [1] }))],
    ["a list in another order", changeJson("GET /books", (books: unknown[]) => books.toReversed())],
    ["a charset", typed("application/json; charset=utf-8")],
    ["a limit that is too large, taken for the largest", clampQuery(/limit=51/, "limit=50")],
    ["410 for what was deleted", swapStatus(404, 410)],
    ["403 for a wrong key", swapStatus(401, 403)],
    ["422 for what is not valid", swapStatus(400, 422)],
    ["a refusal that the description lacks", answer("GET /books/*/reviews", 406, "no", "text/plain")],
    [
      "null for what is optional, left out",
      changeJson("GET /books/*/reviews", (reviews: object[]) =>
        reviews.map((each) => Object.fromEntries(Object.entries(each).filter(([, value]) => value !== null))),
      ),
    ],
  ])("%s", async (_, front) => {
    expect(failedIn(await judgeLibrary(front))).toEqual([]);
  });

  it("that it takes what is out of bounds, wherever there are bounds", async () => {
    const bound = (value: unknown, least: number, most: number): unknown =>
      typeof value === "number" ? Math.min(Math.max(value, least), most) : value;
    const report = await judgeLibrary({
      request: (passing) => {
        passing.path = passing.path.replace(/limit=(0|51)(?=&|$)/, "limit=5");
        if (passing.method !== "POST" || passing.body === "") return;
        const { pages, stars, price, ...others } = JSON.parse(passing.body) as Record<string, unknown>;
        passing.body = JSON.stringify({
          ...others,
          pages: bound(pages, 1, 5000),
          stars: bound(stars, 1, 5),
          price: bound(price, 0, 1e9),
        });
      },
    });
    expect(failedIn(report)).toEqual([]);
  });
});

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
    ["lists without a key", letIn(key, (each) => isAbout(each, "GET /books")), "listBooks: credential"],
    [
      "any key counts",
      letIn(key, ({ headers }) => headers.authorization !== undefined),
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

describe("a finding shows again when it is replayed:", () => {
  it.each<[string, Front]>([
    ["another status of every creation", changeStatus("POST /books", 202)],
    ["an error without its message", edit("GET /books/*", { body: "{}" }, 404)],
    ["a list in an object", changeJson("GET /books", (books) => ({ books }))],
  ])("%s", async (_, front) => {
    const baseUrl = await startBehind(start as never, key, front);
    const [finding] = (await runConformance(openApi, { contract, baseUrl, key })).findings;
    if (finding === undefined) throw new Error("there is no finding");
    expect(await replayFinding(openApi, { contract, baseUrl, key }, finding)).toMatchObject({
      status: "shown",
    });
  });
});
