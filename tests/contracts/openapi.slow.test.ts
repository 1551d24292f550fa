import { describe, expect, it } from "vitest";
import { openApi } from "../../src/contracts/index.js";
import { replayFinding } from "../../src/engine/index.js";
import { judgeInProcess } from "../servers/clock.js";
import {
  answer,
  changeJson,
  changeStatus,
  clampQuery,
  edit,
  failedIn,
  swapStatus,
  typed,
} from "./deviations.js";
import type { Front } from "./front.js";
import { judgeLibrary, library } from "./library.js";

describe("an honest server in Fastify", () => {
  it("conforms, with few requests, and is left as it was found", async () => {
    const report = await judgeLibrary();
    expect(report.conclusion).toMatchObject({
      exitCode: 0,
      sentence: expect.stringMatching(/^conforms, (\d+) of \1 /),
    });
    expect(report.run.requests).toBeLessThan(350);
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

describe("a finding shows again when it is replayed:", () => {
  it.each<[string, Front]>([
    ["another status of every creation", changeStatus("POST /books", 202)],
    ["an error without its message", edit("GET /books/*", { body: "{}" }, 404)],
    ["a list in an object", changeJson("GET /books", (books) => ({ books }))],
  ])("%s", async (_, front) => {
    const { contract, key } = library;
    const baseUrl = await library.startBehind(front);
    const [finding] = (await judgeInProcess(openApi, { contract, baseUrl, key })).findings;
    if (finding === undefined) throw new Error("there is no finding");
    expect(await replayFinding(openApi, { contract, baseUrl, key }, finding)).toMatchObject({
      status: "shown",
    });
  });
});
