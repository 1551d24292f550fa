import { describe, expect, it } from "vitest";
import { findingOf, idsWith, judgeDeviant, outcomeOf, requirementOf } from "../servers/judging.js";

const conforms = { exitCode: 0, broken: [] };

describe("the removal date", () => {
  it("lets getPet be gone after it", async () => {
    const now = new Date("2031-01-01T00:00:00Z");

    const report = await judgeDeviant(undefined, { now }, { now: () => now });

    expect(outcomeOf(report)).toEqual(conforms);
    expect(idsWith(report, "not applicable")).toEqual(
      expect.arrayContaining(["DEP-1", "GET-1", "GET-2", "GET-4"]),
    );
    expect(requirementOf(report, "GET-1").reason).toContain("2030-12-05");
  });

  it.each([
    ["gone", "2030-12-04T20:00:00Z"],
    ["gone", "2030-12-05T12:00:00Z"],
    ["gone", "2030-12-06T11:00:00Z"],
    ["there", "2030-12-04T20:00:00Z"],
    ["there", "2030-12-05T12:00:00Z"],
    ["there", "2030-12-06T11:00:00Z"],
    ["there", "2031-01-01T00:00:00Z"],
  ])("lets getPet be %s at %s, when it is that day somewhere or past", async (state, moment) => {
    const only = ["DEP-1", "GET-1", "GET-2", "GET-4", "LIST-1"];

    const report = await judgeDeviant(() => ({ isRemoved: () => state === "gone" }), {
      now: new Date(moment),
      only,
    });

    expect(outcomeOf(report)).toEqual(conforms);
  });

  it("fails DEP-1 first where getPet is gone before it", async () => {
    const now = new Date("2030-12-03T00:00:00Z");

    const report = await judgeDeviant(() => ({ isRemoved: () => true }), { now });

    expect(report.conclusion.exitCode).toBe(1);
    expect(report.findings[0]?.requirement).toBe("DEP-1");
    expect(findingOf(report, "DEP-1").expected).toContain("2030-12-05");
  });
});
