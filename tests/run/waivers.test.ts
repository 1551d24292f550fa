import { describe, expect, it } from "vitest";
import type { Operator } from "../../src/reference/index.js";
import { anyOf, changeStatus } from "../../src/reference/operators/index.js";
import type { Verdict, Waiver } from "../../src/run/index.js";
import { applyWaivers } from "../../src/run/verdict.js";
import { allTested, findingOf, idsWith, judgeDeviant, requirementOf } from "../servers/judging.js";
import { requirementOf as requirementAt } from "./evidence.js";

const day = 24 * 60 * 60 * 1000;
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString().slice(0, 10);
const waive = (requirement: string, expires = inDays(7)): Waiver => ({
  requirement,
  reason: "mended in the next release",
  owner: "store team",
  expires,
});

/** Those that are broken here: the others need not be tested. */
const only = ["CREATE-6", "CREATE-8", "AUTH-8"];

const perfect: Operator = () => ({});
/** Breaks CREATE-8 and nothing else: refuses with another status than 400. */
const breaksOne: Operator = changeStatus("checkNameIsString", 422);
/** Breaks CREATE-6, too. */
const breaksTwo: Operator = changeStatus(anyOf("checkNameIsString", "checkNameIsPresent"), 422);

describe("a waiver", () => {
  it("lets a run conform although the requirement is broken, and both are said", async () => {
    const report = await judgeDeviant(breaksOne, { waivers: [waive("CREATE-8")] });

    expect(report.conclusion).toEqual({
      status: "conforms",
      exitCode: 0,
      sentence: `${allTested}, 1 waived`,
    });
    expect(requirementOf(report, "CREATE-8")).toMatchObject({
      verdict: "failed",
      waiver: { status: "applied", reason: "mended in the next release", owner: "store team" },
    });
    expect(findingOf(report, "CREATE-8").exchanges.length).toBeGreaterThan(0);
  });

  it("is for its requirement only", async () => {
    const report = await judgeDeviant(breaksTwo, { only, waivers: [waive("CREATE-8")] });

    expect(idsWith(report, "failed")).toEqual(["CREATE-6", "CREATE-8"]);
    expect(report.conclusion.exitCode).toBe(1);
    expect(report.conclusion.sentence).toContain("1 requirement is broken");
    expect(report.conclusion.sentence).toContain("1 waived");
  });

  it("whose day is past waives nothing, and is named", async () => {
    const report = await judgeDeviant(breaksOne, { only, waivers: [waive("CREATE-8", inDays(-1))] });

    expect(report.conclusion.exitCode).toBe(1);
    expect(report.conclusion.sentence).toContain("1 requirement is broken");
    expect(report.conclusion.sentence).toContain("the waiver for CREATE-8 has expired");
    expect(report.conclusion.sentence).not.toContain("waived");
    expect(requirementOf(report, "CREATE-8").waiver?.status).toBe("expired");
  });

  it("for a requirement that is kept is called stale, and does no harm", async () => {
    const report = await judgeDeviant(perfect, { waivers: [waive("CREATE-8")] });

    expect(report.conclusion).toMatchObject({ exitCode: 0, sentence: allTested });
    expect(requirementOf(report, "CREATE-8")).toMatchObject({
      verdict: "passed",
      waiver: { status: "stale" },
    });
  });

  it("for a requirement that is kept is a reason not to conform where the run is strict", async () => {
    const report = await judgeDeviant(perfect, { only, waivers: [waive("CREATE-8")], strict: true });

    expect(report.conclusion.exitCode).toBe(1);
    expect(report.conclusion.sentence).toContain("the waiver for CREATE-8 matches nothing any more");
    expect(idsWith(report, "failed")).toEqual([]);
  });

  it("that is needed is no reason against a server in a strict run", async () => {
    const report = await judgeDeviant(breaksOne, { only, waivers: [waive("CREATE-8")], strict: true });

    expect(report.conclusion.exitCode).toBe(0);
  });

  it.each([false, true])(
    "whose day is past is stale where the requirement is kept, strict (%s) or not",
    async (strict) => {
      const report = await judgeDeviant(perfect, { only, waivers: [waive("CREATE-8", inDays(-1))], strict });

      expect(report.conclusion.exitCode).toBe(strict ? 1 : 0);
      expect(requirementOf(report, "CREATE-8").waiver?.status).toBe("stale");
    },
  );

  it("whose day is past fails no run for advice that is not followed", async () => {
    const silent: Operator = () => ({ challenge: () => undefined });
    const report = await judgeDeviant(silent, { waivers: [waive("AUTH-8", inDays(-1))] });

    expect(report.conclusion).toMatchObject({ exitCode: 0, sentence: allTested });
    expect(requirementOf(report, "AUTH-8").waiver?.status).toBe("expired");
  });

  it.each([false, true])("of which the run cannot tell is unused, strict (%s) or not", async (strict) => {
    const options = { only, waivers: [waive("CREATE-8")], readOnly: true, strict };
    const report = await judgeDeviant(breaksOne, options);

    expect(report.conclusion.exitCode).toBe(0);
    expect(requirementOf(report, "CREATE-8")).toMatchObject({
      verdict: "untested",
      waiver: { status: "unused" },
    });
  });

  it("for advice that is not followed is applied, and counts among nothing", async () => {
    const silent: Operator = () => ({ challenge: () => undefined });
    const report = await judgeDeviant(silent, { waivers: [waive("AUTH-8")] });

    expect(report.conclusion).toMatchObject({ exitCode: 0, sentence: allTested });
    expect(requirementOf(report, "AUTH-8")).toMatchObject({
      verdict: "warned",
      waiver: { status: "applied" },
    });
  });

  it("is not accepted by a certification", async () => {
    const options = { only, waivers: [waive("CREATE-8")], profile: "certification", randomCases: 0 } as const;
    const report = await judgeDeviant(breaksOne, options);

    expect(report.conclusion.exitCode).toBe(1);
    expect(report.conclusion.sentence).toContain("1 requirement is broken");
    expect(report.conclusion.sentence).not.toContain("waived");
    expect(requirementOf(report, "CREATE-8")).not.toHaveProperty("waiver");
  });
});

describe("the day on which a waiver ends", () => {
  const statusOn = (moment: string, verdict: Verdict): string | undefined => {
    const judgement = { requirement: requirementAt("must"), verdict, reason: undefined, groups: [] };
    const waivers = [waive("LIST-3", "2026-12-31")];
    return applyWaivers([judgement], waivers, new Date(moment))[0]?.waiver?.status;
  };

  it.each([
    ["2026-12-31T00:00:00Z", "applied"],
    ["2026-12-31T23:59:59Z", "applied"],
    ["2027-01-01T00:00:00Z", "expired"],
    ["2027-01-01T00:30:00+01:00", "applied"],
  ])("is its last, by UTC: at %s it is %s", (moment, status) => {
    expect(statusOn(moment, "failed")).toBe(status);
  });
});
