import { describe, expect, it } from "vitest";
import { realNetwork } from "../../src/run/index.js";
import { allTested, deviationOf, idsWith, judgeDeviant, requirementOf } from "../servers/judging.js";

describe("a store conforms, and the run says how late its lists are, where", () => {
  it.each(["seen-in-lists-20-to-800-ms-late", "lists-cached-for-half-a-second"])("%s", async (name) => {
    const report = await judgeDeviant(deviationOf(name), { network: realNetwork });

    expect(report.conclusion.sentence).toBe(allTested);
    expect(JSON.stringify(requirementOf(report, "STATE-4"))).toMatch(/lists are up to [1-9]00 ms late/);
  });
});

describe("what lists never show is a failure, where", () => {
  it.each([
    ["the lists are late, too", "seen-in-lists-20-to-800-ms-late one-in-ten-lost-from-lists", "LIST-5"],
    ["the newest animal lacks in filtered lists until the next comes", "newest-lost-when-filtered", "LIST-8"],
    ["a cache keeps lists for a minute", "lists-cached", "LIST-5"],
  ])("%s", async (_, names, broken) => {
    const report = await judgeDeviant(deviationOf(...names.split(" ")), { network: realNetwork });

    expect(idsWith(report, "failed")).toContain(broken);
  });
});

it("lists that are on time are not called late", async () => {
  const report = await judgeDeviant();

  expect(JSON.stringify(requirementOf(report, "STATE-4"))).not.toContain("late");
});
