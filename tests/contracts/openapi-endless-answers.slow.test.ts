import { describe, expect, it } from "vitest";
import { startOrigin } from "../servers/plain-server.js";
import { describePaths, judgeDescribed, lists, reads } from "./described.js";
import { failedIn } from "./deviations.js";

const shown = { type: "object", required: ["at"], properties: { at: { type: "integer" } } };
const parameters = [{ name: "most", in: "query", schema: { type: "integer", minimum: 1 } }];
const description = describePaths({
  "/clock": { get: reads("readClock", shown) },
  "/events": { get: { ...lists("watchEvents", shown), parameters } },
});

/** Judges a server whose list of events has no end, in answers to such requests. */
async function judge(isEndless: (count: number, query: URLSearchParams) => boolean) {
  let [late, asked] = [0, 0];
  const baseUrl = await startOrigin((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const isWatch = pathname === "/events";
    if (isWatch) asked += 1;
    const isRefused = !/^[1-9]\d*$/.test(searchParams.get("most") ?? "1");
    response.setHeader("content-type", "application/json");
    if (isWatch && isEndless(asked, searchParams)) {
      late += 1;
      response.write('[{"at":1}');
    } else if (isRefused) response.writeHead(400).end("{}");
    else response.end(isWatch ? '[{"at":1}]' : '{"at":1}');
  });
  const report = await judgeDescribed(description, baseUrl, { timeout: 200 });
  const of = (id: string) => report.requirements.find((each) => each.id === id);
  return { report, late, of };
}

describe("an answer without an end is waited for twice", () => {
  it.each([
    ["to every request", () => true],
    [
      "to every valid request",
      (_: number, query: URLSearchParams) => /^[1-9]\d*$/.test(query.get("most") ?? "1"),
    ],
  ])("%s, and why its operation is not judged is said", async (_, isEndless) => {
    const { report, late, of } = await judge(isEndless);
    expect(failedIn(report)).toEqual([]);
    // That there is a server, two of each kind, and those that go out together with them.
    expect(late).toBeLessThanOrEqual(8);
    expect(of("watchEvents: responses")).toMatchObject({
      verdict: "inconclusive",
      reason: expect.stringContaining("watchEvents was not answered in time 2 times, and no such request"),
    });
    expect(of("readClock: responses")).toMatchObject({ verdict: "passed" });
  });

  it("but not given up where it ends at times", async () => {
    const { report, of } = await judge((count) => count > 1 && count < 3);
    expect(failedIn(report)).toEqual([]);
    expect(of("watchEvents: responses")).toMatchObject({ verdict: "passed" });
  });
});
