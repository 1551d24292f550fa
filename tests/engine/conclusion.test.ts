import { describe, expect, it } from "vitest";
import type { Level } from "../../src/description/index.js";
import { conclude } from "../../src/engine/conclusion.js";
import type { Verdict } from "../../src/engine/report-schema.js";
import type { Judgement } from "../../src/engine/verdict.js";
import { requirementOf } from "./evidence.js";

const judgement = (
  verdict: Verdict,
  level: Level = "must",
  others: { readonly id?: string; readonly reason?: string } = {},
): Judgement => ({
  requirement: requirementOf(level, others.id),
  verdict,
  reason: others.reason,
  groups: [],
});
const usual = { requireTested: false, strict: false, trouble: undefined };
const thorough = { ...usual, requireTested: true };

type Row = readonly [
  what: string,
  judgements: readonly Judgement[],
  terms: Partial<Parameters<typeof conclude>[1]>,
  sentence: string,
];

describe("the conclusion of a run", () => {
  it.each<Row>([
    [
      "everything binding passed or was not tested",
      [judgement("passed"), judgement("passed", "implied"), judgement("untested")],
      {},
      "conforms, 2 of 3 binding requirements tested",
    ],
    [
      "something of what passed was not tested",
      [judgement("passed"), judgement("passed", "must", { reason: "in part only: the list is full" })],
      {},
      "conforms, 2 of 2 binding requirements tested, 1 in part",
    ],
    [
      "one binding requirement failed, whatever else is so",
      [judgement("inconclusive"), judgement("failed", "implied"), judgement("passed")],
      { trouble: "the target stopped answering" },
      "does not conform: 1 requirement is broken (2 of 3 binding requirements tested); the target stopped answering",
    ],
    [
      "an open point failed",
      [judgement("passed"), judgement("failed", "open")],
      {},
      "does not conform: 1 open point is not as the configuration expects (1 of 1 binding requirements tested; 1 observation or advice)",
    ],
    [
      "one binding requirement is inconclusive",
      [judgement("passed"), judgement("inconclusive")],
      {},
      "inconclusive: 1 of 2 binding requirements could not be decided",
    ],
    [
      "nothing fails that the baseline does not have",
      [judgement("passed"), judgement("failed", "must", { id: "LIST-3" })],
      { comparison: { fresh: new Set(), gone: ["LIST-4"] } },
      "does not conform, as before; nothing new: 1 requirement is broken (2 of 2 binding requirements tested); no longer broken: LIST-4",
    ],
    [
      "one requirement fails that the baseline does not have",
      [judgement("failed", "must", { id: "LIST-4" }), judgement("failed", "must", { id: "LIST-3" })],
      { comparison: { fresh: new Set(["LIST-3"]), gone: [] } },
      "does not conform: 1 requirement is broken, which the baseline does not have: LIST-3, beside 1 as before (2 of 2 binding requirements tested)",
    ],
    [
      "all that fails is in the baseline, and something is inconclusive",
      [judgement("inconclusive"), judgement("failed", "must", { id: "LIST-3" })],
      { comparison: { fresh: new Set(), gone: [] } },
      "inconclusive: 1 of 2 binding requirements could not be decided",
    ],
    [
      "the stated duration was over",
      [judgement("passed"), judgement("passed"), judgement("untested")],
      { timeLimit: { limit: 20_000, enough: 60_000 } },
      "conforms, 2 of 3 binding requirements tested; the run took longer than 20 seconds: --duration 1m would be enough",
    ],
    [
      "the stated duration was over before anything was tested",
      [judgement("untested", "must", { reason: "the run took longer" })],
      { timeLimit: { limit: 20_000 } },
      "inconclusive: nothing was tested (0 of 1 binding requirements tested); the run took longer than 20 seconds: raise --duration",
    ],
    [
      "more was left out than was tested",
      [judgement("passed"), judgement("untested"), judgement("untested")],
      {},
      "conforms as far as it was tested, 1 of 3 binding requirements tested",
    ],
    [
      "nothing was tested, for one reason",
      [judgement("untested", "must", { reason: "it may not write" }), judgement("observed", "open")],
      {},
      "inconclusive: nothing was tested (0 of 1 binding requirements tested; 1 observation or advice): it may not write",
    ],
    [
      "it was cut short",
      [judgement("passed")],
      { trouble: "the key is refused" },
      "inconclusive: the key is refused",
    ],
    [
      "it asks for all, and one is untested",
      [judgement("passed"), judgement("untested", "must", { id: "GET-1" })],
      thorough,
      "does not conform: 1 requirement is untested, and this run asks for all: GET-1 (1 of 2 binding requirements tested)",
    ],
  ])("where %s", (_what, judgements, terms, sentence) => {
    const conclusion = conclude(judgements, { ...usual, ...terms });

    const status = /^(conforms|does not conform|inconclusive)/.exec(sentence)?.[0];
    const isAsBefore = sentence.includes(", as before;");
    const exitCode = isAsBefore ? 0 : { conforms: 0, "does not conform": 1, inconclusive: 3 }[status ?? ""];
    expect(conclusion).toMatchObject({ status, exitCode, sentence });
  });

  it.each<readonly [Verdict, Level, typeof usual]>([
    ["warned", "advice", usual],
    ["inconclusive", "advice", usual],
    ["inconclusive", "open", usual],
    ["warned", "must", usual],
    ["not applicable", "must", thorough],
    ["untested", "open", thorough],
    ["untested", "advice", thorough],
  ])("is not touched by one that is %s (%s)", (verdict, level, terms) => {
    expect(conclude([judgement("passed"), judgement(verdict, level)], terms).exitCode).toBe(0);
  });

  it.each([
    [["LIST-1"], 0, "conforms, 1 of 1 requested"],
    [["LIM-1"], 0, "conforms, 1 of 1 requested"],
    [["LIST-1", "GET-1"], 0, "conforms, 1 of 2 requested"],
    [["GET-1"], 3, "inconclusive: nothing was tested (0 of 1 requested"],
    [["X-1"], 3, "inconclusive: nothing was tested (0 of 0 requested"],
  ])("counts what was asked for: %s", (only, exitCode, beginning) => {
    const judgements = [
      judgement("passed", "must", { id: "LIST-1" }),
      judgement("untested", "must", { id: "GET-1" }),
      judgement("observed", "open", { id: "LIM-1" }),
      judgement("not applicable", "informative", { id: "X-1" }),
    ];

    const conclusion = conclude(judgements, { ...usual, only });

    expect(conclusion).toMatchObject({ exitCode, sentence: expect.stringContaining(beginning) });
  });

  it.each<Verdict>(["passed", "failed", "untested"])(
    "says that the embedded server was judged where a requirement %s",
    (verdict) => {
      expect(conclude([judgement(verdict)], { ...usual, embedded: true }).sentence).toMatch(
        / \(the embedded reference server, no target was given\)$/,
      );
    },
  );
});
