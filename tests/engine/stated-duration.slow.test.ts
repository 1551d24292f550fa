import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { deriveContract, openApi } from "../../src/contracts/index.js";
import { type Report, type RunOptions, runConformance } from "../../src/engine/index.js";
import { realNetwork } from "../../src/engine/suite.js";
import { describeNextSteps } from "../../src/report/next-steps.js";
import { adds, describePaths, idInPath, lists, reads } from "../contracts/described.js";
import { freeId } from "../servers/free-id.js";
import { allTested, idsWith, judge, judgeInRealTime, startServer } from "../servers/judging.js";
import { startOrigin } from "../servers/plain-server.js";
import { sentObject } from "../servers/sent-object.js";

const next = (report: Report): string => describeNextSteps(report, { paths: [] });

/** Lets this number of requests pass, and holds every later one. */
function holdAfter(count: number): { readonly pass: () => boolean } {
  let passed = 0;
  return { pass: () => ++passed <= count };
}

const note = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer" }, text: { type: "string" } },
};
const sent = { type: "object", required: ["text"], properties: { text: { type: "string" } } };
const description = describePaths({
  "/notes": { get: lists("listNotes", note), post: adds("addNote", sent, note) },
  "/notes/{id}": { parameters: [idInPath()], get: reads("getNote", note) },
});

type Judge = (options: Partial<RunOptions>, pass: () => boolean) => Promise<Report>;

const judgeStore: Judge = async (options, pass) => {
  const held = new Promise<undefined>(() => {});
  const server = await startServer(() => ({ answerEarly: () => (pass() ? undefined : held) }));
  return judgeInRealTime(server.baseUrl, options);
};

const judgeNotes: Judge = async (options, pass) => {
  const notes = new Map<string, object>();
  const replyTo = (method: string, url: string, body: string): readonly [number, unknown?] => {
    if (method === "POST") {
      const { text: words } = sentObject(body);
      if (typeof words !== "string") return [400, {}];
      const added = { text: words, id: freeId(notes) };
      notes.set(`/notes/${added.id}`, added);
      return [201, added];
    }
    if (url.startsWith("/notes/")) return notes.has(url) ? [200, notes.get(url)] : [404, {}];
    return [200, [...notes.values()]];
  };
  const baseUrl = await startOrigin(async (request, response) => {
    const body = await text(request);
    if (!pass()) return;
    const [status, value] = replyTo(request.method ?? "", request.url ?? "", body);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  });
  const contract = deriveContract(description);
  return runConformance(openApi, { contract, baseUrl, key: "", ...options });
};

describe.each<[string, Judge]>([
  ["the Animal Store", judgeStore],
  ["a description", judgeNotes],
])("a run by %s", (_, judgeIt) => {
  it("whose duration ends before the walk leaves the rest untested, nothing in doubt, and names the duration that would be enough", async () => {
    const { pass } = holdAfter(24);

    const report = await judgeIt({ duration: 5000, timeout: 60_000 }, pass);

    const { timeLimit } = report.run;
    const untested = report.requirements.filter(({ verdict }) => verdict === "untested");
    expect(idsWith(report, "inconclusive")).toEqual([]);
    expect(idsWith(report, "passed")).not.toEqual([]);
    expect(timeLimit).toMatchObject({ limit: 5000, enough: expect.any(Number) });
    expect(timeLimit?.enough).toBeGreaterThan(5000);
    const remedy = /^the run took longer than 5 seconds: --duration \d+(s|m) would be enough$/;
    expect(untested.map(({ reason }) => reason)).toContainEqual(expect.stringMatching(remedy));
    expect(report.conclusion).toMatchObject({ status: "conforms", exitCode: 0 });
    expect(report.conclusion.sentence).toMatch(
      /requirements tested, \d+ in part; \d+ observations and advice; the run took longer than 5 seconds: --duration/,
    );
    expect(next(report)).toMatch(/--duration \d+(s|m)$/);
  });

  it("that is interrupted leaves the rest untested, and nothing in doubt, and does not advise doctor", async () => {
    const interruption = new AbortController();
    const { pass } = holdAfter(24);
    const passOrInterrupt = (): boolean => {
      const isPassed = pass();
      if (!isPassed) interruption.abort();
      return isPassed;
    };

    const report = await judgeIt({ signal: interruption.signal, timeout: 60_000 }, passOrInterrupt);

    expect(idsWith(report, "inconclusive")).toEqual([]);
    expect(report.conclusion).toMatchObject({ status: "inconclusive", trouble: "the run was interrupted" });
    expect(next(report)).not.toContain("doctor");
  });
});

describe("a run of a stated duration", () => {
  it("conforms where the walk has left no time for random cases", async () => {
    let requests = 0;
    const { baseUrl } = await startServer(() => ({
      answerEarly: () => {
        requests += 1;
        return undefined;
      },
    }));
    // The clock leaps once the walk is under way; the deadline is far.
    const now = (): number => realNetwork.clock.now() + (requests > 100 ? 599_000 : 0);
    const network = { ...realNetwork, clock: { ...realNetwork.clock, now } };

    const report = await judge(baseUrl, { duration: 600_000, network });

    expect(report.conclusion).toMatchObject({ exitCode: 0, sentence: allTested });
    expect(report.statistics.random).toBeUndefined();
    expect(report.run.timeLimit).toBeUndefined();
  });

  it("is inconclusive where nothing is answered at all", async () => {
    const report = await judgeStore({ duration: 500, timeout: 60_000 }, () => false);

    expect(report.conclusion).toMatchObject({ status: "inconclusive", exitCode: 3 });
    expect(report.conclusion.sentence).toContain("the run took longer than 0.5 seconds: raise --duration");
  });
});
