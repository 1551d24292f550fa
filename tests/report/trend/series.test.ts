import { describe, expect, it } from "vitest";
import { standingsOf } from "../../../src/report/trend/index.js";
import { type NightTale, trendOf } from "./nights.js";
import { twoMonths } from "./two-months.js";

const failing = (...ids: string[]): NightTale => ({
  verdicts: Object.fromEntries(ids.map((id) => [id, "failed"])),
});

describe("the sentence at the top says", () => {
  it.each<readonly [string, readonly NightTale[], RegExp]>([
    ["what a single run came to", [{}], /^The only run conforms\.$/],
    [
      "what still fails in a single run",
      [failing("LIST-3")],
      /^The only run does not conform; LIST-3 still fails since 2026-09-21 or earlier\.$/,
    ],
    [
      "that nothing changed",
      [{}, {}],
      /^The newest run conforms, and nothing changed since the run before; 2 of 2 runs since 2026-09-21 conform\.$/,
    ],
    [
      "what began to fail",
      [{}, failing("LIST-3", "GET-4")],
      /since the run before, LIST-3 and GET-4 began to fail; 1 of 2 runs/,
    ],
    ["what was fixed", [failing("LIST-3"), {}], /since the run before, LIST-3 was fixed;/],
    [
      "since when a failure is there",
      [{}, failing("LIST-3"), failing("LIST-3")],
      /nothing changed since the run before; LIST-3 still fails since 2026-09-22;/,
    ],
    [
      "not all of many names",
      [{}, failing("LIST-1", "LIST-2", "LIST-3", "LIST-4", "LIST-5", "LIST-6")],
      /LIST-1, LIST-2, LIST-3, LIST-4 and 2 others began to fail/,
    ],
    [
      "what is flaky",
      [{}, failing("LIST-3"), {}, failing("LIST-3"), {}],
      /LIST-3 was fixed; LIST-3 is flaky;/,
    ],
    [
      "what is waived, which is no news",
      [{}, { ...failing("LIST-3"), waived: ["LIST-3"] }],
      /nothing changed.*; LIST-3 is waived;/,
    ],
    [
      "what is newly warned about",
      [{}, { verdicts: { "AUTH-8": "warned" } }],
      /AUTH-8 is newly warned about;/,
    ],
  ])("%s", (_what, tales, sentence) => {
    expect(trendOf(tales).series[0]!.sentence).toMatch(sentence);
  });
});

describe("a series", () => {
  const ids = (those: readonly { readonly id: string }[]): readonly string[] => those.map(({ id }) => id);

  it("has each requirement in one list at most", () => {
    const standing = standingsOf(trendOf(twoMonths).series[0]!.requirements);

    expect(Object.fromEntries(Object.entries(standing).map(([name, those]) => [name, ids(those)]))).toEqual({
      newFailures: ["LIST-3"],
      fixed: ["GET-4"],
      stillFailing: ["PET-5"],
      flaky: ["GEN-3", "LIST-8"],
      warnings: ["DEP-5"],
      waived: ["CREATE-12"],
      neverTested: ["LIST-10"],
    });
  });

  it("is of one target: others have their own, the one with the newest run first", () => {
    const other = { baseUrl: "https://other.example/v1", embedded: false };
    const trend = trendOf([failing("LIST-3"), { target: other }, failing("LIST-3"), { target: other }]);

    expect(trend.series.map(({ target, runs }) => [target.baseUrl, runs.length])).toEqual([
      ["https://other.example/v1", 2],
      ["https://staging.example/v1", 2],
    ]);
    expect(trend.series.map(({ sentence }) => /nothing changed/.test(sentence))).toEqual([true, true]);
  });

  it("takes the embedded server for one target, whatever its port", () => {
    const at = (port: number): NightTale => ({
      target: { baseUrl: `http://127.0.0.1:${port}/v1`, embedded: true },
    });

    expect(trendOf([at(1), at(2)]).series).toHaveLength(1);
  });

  it("counts of each run what it tested", () => {
    const [whole, closed] = trendOf([{}, { verdicts: { "LIST-3": "untested", "LIST-4": "inconclusive" } }])
      .series[0]!.runs;

    expect(whole!.tested).toBe(whole!.testable);
    expect(closed!.tested).toBe(closed!.testable - 2);
  });

  it("names the versions of the contract that it goes over", () => {
    expect(trendOf([{}, { contract: "1.1.0" }]).series[0]!.contracts).toEqual(["1.0.0", "1.1.0"]);
  });

  it("has one entry a run in every list that goes with runs", () => {
    const { runs, requirements, latency } = trendOf(twoMonths).series[0]!;

    expect(runs).toHaveLength(60);
    expect(new Set(requirements.map(({ verdicts }) => verdicts.length))).toEqual(new Set([60]));
    expect(latency.map(({ runs: values }) => values.length)).toEqual([60, 60, 60]);
    expect(latency[0]!.runs[22]).toBeNull();
  });
});
