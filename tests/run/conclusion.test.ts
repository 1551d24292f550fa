import { describe, expect, it } from "vitest";
import type { Level } from "../../src/description/index.js";
import { conclude } from "../../src/run/conclusion.js";
import type { Verdict } from "../../src/run/report.js";
import type { Judgement } from "../../src/run/verdict.js";
import { requirementOf } from "./evidence.js";

const judgement = (verdict: Verdict, level: Level = "must"): Judgement => ({
  requirement: requirementOf(level),
  verdict,
  reason: undefined,
  groups: [],
});
const asked = (id: string, verdict: Verdict, level: Level = "must", reason?: string): Judgement => ({
  requirement: requirementOf(level, id),
  verdict,
  reason,
  groups: [],
});
const usual = { requireTested: false, strict: false, trouble: undefined };

describe("a run", () => {
  it("conforms where everything binding passed, and says how much was tested", () => {
    const judgements = [judgement("passed"), judgement("passed", "implied"), judgement("untested")];

    const conclusion = conclude(judgements, usual);

    expect(conclusion).toEqual({
      status: "conforms",
      exitCode: 0,
      sentence: "conforms, 2 of 3 requirements tested",
    });
  });

  it("does not conform where one binding requirement failed", () => {
    const conclusion = conclude([judgement("passed"), judgement("failed", "implied")], usual);

    expect(conclusion).toMatchObject({ status: "does not conform", exitCode: 1 });
    expect(conclusion.sentence).toContain("1 requirement is broken (2 of 2 requirements tested)");
  });

  it("does not conform where one failed, although others are inconclusive and the target died", () => {
    const judgements = [judgement("inconclusive"), judgement("failed")];

    const conclusion = conclude(judgements, {
      requireTested: false,
      strict: false,
      trouble: "the target stopped answering",
    });

    expect(conclusion).toMatchObject({ exitCode: 1, sentence: expect.stringContaining("stopped answering") });
  });

  it("is inconclusive where one binding requirement is, and none failed", () => {
    expect(conclude([judgement("passed"), judgement("inconclusive")], usual)).toMatchObject({
      status: "inconclusive",
      exitCode: 3,
    });
  });

  it("is inconclusive where nothing was tested, with the reason that all share", () => {
    const judgements = [
      asked("LIST-1", "untested", "must", "this run may not write"),
      asked("LIM-1", "observed", "open"),
    ];

    expect(conclude(judgements, usual)).toEqual({
      status: "inconclusive",
      exitCode: 3,
      sentence: "inconclusive: nothing was tested (0 of 1 requirements tested): this run may not write",
    });
  });

  it.each<readonly [string, readonly string[], number, string]>([
    ["a tested one", ["LIST-1"], 0, "conforms, 1 of 1 requested requirements tested"],
    ["an open point", ["LIM-1"], 0, "conforms, 1 of 1 requested requirements tested"],
    ["two, one untested", ["LIST-1", "GET-1"], 0, "conforms, 1 of 2 requested requirements tested"],
    [
      "an untested one",
      ["GET-1"],
      3,
      "inconclusive: nothing was tested (0 of 1 requested requirements tested)",
    ],
    [
      "none that can be tested",
      ["X-1"],
      3,
      "inconclusive: nothing was tested (0 of 0 requested requirements tested)",
    ],
  ])("counts what was asked for: %s", (_what, only, exitCode, sentence) => {
    const judgements = [
      asked("LIST-1", "passed"),
      asked("GET-1", "untested"),
      asked("LIM-1", "observed", "open"),
      asked("X-1", "not applicable", "informative"),
    ];

    expect(conclude(judgements, { ...usual, only })).toMatchObject({ exitCode, sentence });
  });

  it("says that the embedded server was judged, whatever it comes to", () => {
    const sentenceOf = (verdict: Verdict): string =>
      conclude([judgement(verdict)], { ...usual, embedded: true }).sentence;
    const note = " (the embedded reference server, no target was given)";

    expect(sentenceOf("passed")).toBe(`conforms, 1 of 1 requirements tested${note}`);
    expect(sentenceOf("failed")).toMatch(/^does not conform: .* \(the embedded reference server/);
    expect(sentenceOf("untested")).toMatch(/^inconclusive: .* \(the embedded reference server/);
  });

  it("is inconclusive where it was cut short, even if everything until then passed", () => {
    const conclusion = conclude([judgement("passed")], {
      requireTested: false,
      strict: false,
      trouble: "the key is refused",
    });

    expect(conclusion).toEqual({
      status: "inconclusive",
      exitCode: 3,
      sentence: "inconclusive: the key is refused",
    });
  });

  it.each<readonly [Verdict, Level]>([
    ["warned", "advice"],
    ["inconclusive", "advice"],
    ["inconclusive", "open"],
    ["observed", "open"],
    ["warned", "must"],
    ["not applicable", "must"],
    ["untested", "must"],
  ])("conforms with a requirement that is %s (%s)", (verdict, level) => {
    expect(conclude([judgement("passed"), judgement(verdict, level)], usual).exitCode).toBe(0);
  });

  it("that asks for all does not conform with an untested requirement, and says so", () => {
    const conclusion = conclude([judgement("passed"), judgement("untested")], {
      requireTested: true,
      strict: false,
      trouble: undefined,
    });

    expect(conclusion).toMatchObject({ exitCode: 1, sentence: expect.stringContaining("asks for all") });
  });

  it.each<readonly [Verdict, Level]>([
    ["not applicable", "must"],
    ["untested", "open"],
    ["untested", "advice"],
  ])("that asks for all conforms with one that is %s (%s)", (verdict, level) => {
    const judgements = [judgement("passed"), judgement(verdict, level)];

    expect(conclude(judgements, { requireTested: true, strict: false, trouble: undefined }).exitCode).toBe(0);
  });
});
