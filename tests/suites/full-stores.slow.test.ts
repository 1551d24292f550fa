import { describe, expect, it } from "vitest";
import { fullOfOthers } from "../../src/reference/operators/index.js";
import { idsWith, judge, judgeDeviant, outcomeOf, requirementOf, startServer } from "../servers/judging.js";

const undecidable = ["LIST-8", "LIST-10", "CREATE-16", "CREATE-24", "AUTH-7"];

describe("on a store of 2,000 animals", () => {
  it.each([
    ["newest first", ["LIST-10"]],
    ["oldest first", undecidable],
  ] as const)("with the %s, three runs in a row test the same", async (order, untested) => {
    const { url } = await startServer(fullOfOthers(2000, order));

    for (let run = 0; run < 3; run += 1) {
      const report = await judge(url);

      expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
      expect(idsWith(report, "untested")).toEqual(untested);
    }
  });

  it("each untested requirement names the store it takes", async () => {
    const report = await judgeDeviant(fullOfOthers(2000, "oldest first"));

    for (const id of undecidable) expect(requirementOf(report, id).reason).toContain("it takes");
  });

  it("a certification refuses what is untested, by name, but for what no client can bring about", async () => {
    const newest = await judgeDeviant(fullOfOthers(2000, "newest first"), { profile: "certification" });
    const oldest = await judgeDeviant(fullOfOthers(2000, "oldest first"), { profile: "certification" });

    expect(newest.conclusion).toMatchObject({
      exitCode: 0,
      sentence: expect.stringContaining("LIST-10 needs a list without any animal"),
    });
    expect(oldest.conclusion).toMatchObject({
      exitCode: 1,
      sentence: expect.stringContaining("LIST-8, CREATE-16, CREATE-24, AUTH-7"),
    });
  });
});
