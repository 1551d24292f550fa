import { describe, expect, it } from "vitest";
import type { Level } from "../../src/description/index.js";
import { conclude } from "../../src/engine/conclusion.js";
import type { Verdict, Waiver } from "../../src/engine/index.js";
import { applyWaivers, type Judgement } from "../../src/engine/verdict.js";
import { deviationOf, findingOf, judgeDeviant, requirementOf } from "../servers/judging.js";
import { requirementOf as requirementAt } from "./evidence.js";

const waive = (requirement: string, expires = "2026-12-31"): Waiver => ({
  requirement,
  reason: "mended in the next release",
  owner: "store team",
  expires,
});
const judgement = (id: string, verdict: Verdict, level: Level = "must"): Judgement => ({
  requirement: requirementAt(level, id),
  verdict,
  reason: undefined,
  groups: [],
});
const concluded = (judgements: readonly Judgement[], strict: boolean) =>
  conclude(judgements, { requireTested: false, trouble: undefined, strict });
const before = "2026-12-01T00:00:00Z";
const after = "2027-01-02T00:00:00Z";

describe("a waiver", () => {
  it.each<
    readonly [verdict: Verdict, level: Level, today: string, status: string, usual: 0 | 1, strict: 0 | 1]
  >([
    ["failed", "must", before, "applied", 0, 0],
    ["failed", "must", after, "expired", 1, 1],
    ["passed", "must", before, "stale", 0, 1],
    ["passed", "must", after, "stale", 0, 1],
    ["observed", "open", before, "stale", 0, 1],
    ["untested", "must", before, "unused", 0, 0],
    ["untested", "must", after, "unused", 0, 0],
    ["warned", "advice", before, "applied", 0, 0],
    ["warned", "advice", after, "expired", 0, 0],
  ])("for a requirement that is %s (%s, on %s) is %s", (verdict, level, today, status, usual, strict) => {
    const judgements = [judgement("LIST-1", "passed"), judgement("LIST-3", verdict, level)];

    const [other, waived] = applyWaivers(judgements, [waive("LIST-3")], new Date(today));

    expect(other).not.toHaveProperty("waiver");
    expect(waived?.verdict).toBe(verdict);
    expect(waived?.waiver).toMatchObject({ status, owner: "store team" });
    const exitCodes = [false, true].map((isStrict) => concluded([other!, waived!], isStrict).exitCode);
    expect(exitCodes).toEqual([usual, strict]);
  });

  it.each([
    ["2026-12-31T00:00:00Z", "applied"],
    ["2026-12-31T23:59:59Z", "applied"],
    ["2027-01-01T00:00:00Z", "expired"],
    ["2027-01-01T00:30:00+01:00", "applied"],
  ])("holds on its last day, by UTC: at %s it is %s", (moment, status) => {
    const [waived] = applyWaivers([judgement("LIST-3", "failed")], [waive("LIST-3")], new Date(moment));

    expect(waived?.waiver?.status).toBe(status);
  });

  it.each([
    [
      "is applied",
      "1 requirement is broken (3 of 3 binding requirements tested, 1 waived)",
      waive("LIST-3"),
      false,
    ],
    [
      "has expired",
      "2 requirements are broken; the waiver for LIST-3 has expired",
      waive("LIST-3", "2026-01-01"),
      false,
    ],
    ["is stale", "broken; the waiver for GET-1 matches nothing any more", waive("GET-1"), true],
  ])("that %s is named in the sentence", (_what, sentence, waiver, strict) => {
    const judgements = [
      judgement("LIST-1", "failed"),
      judgement("LIST-3", "failed"),
      judgement("GET-1", "passed"),
    ];

    const conclusion = concluded(applyWaivers(judgements, [waiver], new Date(before)), strict);

    expect(conclusion.exitCode).toBe(1);
    expect(conclusion.sentence).toContain(sentence);
  });
});

describe("a run on a server that breaks a requirement that is waived", () => {
  const broken = deviationOf("zero-as-name-accepted");
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const options = { only: ["CREATE-8"], waivers: [waive("CREATE-8", tomorrow)] };

  it("conforms, and shows what is broken nevertheless", async () => {
    const report = await judgeDeviant(broken, options);

    expect(report.conclusion).toEqual({
      status: "conforms",
      exitCode: 0,
      sentence: "conforms, 1 of 1 requested requirements tested, 1 waived",
    });
    expect(requirementOf(report, "CREATE-8")).toMatchObject({
      verdict: "failed",
      waiver: { status: "applied", reason: "mended in the next release" },
    });
    expect(findingOf(report, "CREATE-8").exchanges.length).toBeGreaterThan(0);
  });

  it("does not conform in a certification, which accepts no waiver", async () => {
    const report = await judgeDeviant(broken, { ...options, profile: "certification", randomCases: 0 });

    expect(report.conclusion.exitCode).toBe(1);
    expect(requirementOf(report, "CREATE-8")).not.toHaveProperty("waiver");
  });
});
