import { describe, expect, it } from "vitest";
import { inTurn, newestFirst, seed } from "../../src/server/operators/index.js";
import { idsWith, judge, judgeDeviant, outcomeOf, requirementOf, startServer } from "../servers/judging.js";

const undecidable = ["LIST-5", "LIST-8", "LIST-10", "CREATE-16", "CREATE-24", "AUTH-7"];

const stores = { "newest first": inTurn(seed(2000), newestFirst), "oldest first": seed(2000) };

describe("on a store of 2,000 animals", () => {
  it.each([
    ["newest first", ["LIST-10"]],
    ["oldest first", undecidable],
  ] as const)(
    "with the %s, two runs in a row test the same, and say what else it takes",
    async (order, untested) => {
      const { baseUrl: url } = await startServer(stores[order]);

      const reports = [await judge(url), await judge(url)];

      const conforms = { exitCode: 0, broken: [] };
      expect(reports.map(outcomeOf)).toEqual([conforms, conforms]);
      expect(reports.map((report) => idsWith(report, "untested"))).toEqual([untested, untested]);
      const reasons = reports.flatMap((report) =>
        untested.map((id) => requirementOf(report, id).reason ?? ""),
      );
      expect(reasons.filter((reason) => !reason.includes("it takes"))).toEqual([]);
    },
  );

  it.each([
    ["newest first", 0, "LIST-10 needs a list without any animal"],
    ["oldest first", 1, "LIST-5, LIST-8, CREATE-16, CREATE-24, AUTH-7"],
  ] as const)(
    "with the %s, a certification refuses what is untested, but for what no client can bring about",
    async (order, exitCode, sentence) => {
      const { conclusion } = await judgeDeviant(stores[order], { profile: "certification" });

      expect(conclusion).toMatchObject({ exitCode, sentence: expect.stringContaining(sentence) });
    },
  );
});
