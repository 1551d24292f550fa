import { describe, expect, it } from "vitest";
import type { Attention } from "../../../src/report/trend/trend-schema.js";
import { type NightTale, trendOf } from "./nights.js";
import { twoMonths } from "./two-months.js";

const failing = (...ids: string[]): NightTale => ({
  verdicts: Object.fromEntries(ids.map((id) => [id, "failed"])),
});
const taking = (p50: number, p95: number): NightTale => ({
  latency: { list: { p50, p95, p99: p95, max: p95, distribution: [] } },
});
const readOnly: NightTale = {
  verdicts: { "CREATE-1": "untested", "CREATE-2": "untested" },
  run: { readOnly: true },
};
const away: NightTale = {
  verdicts: Object.fromEntries(
    ["GEN", "PET", "STATE", "LIST", "CREATE", "GET", "AUTH", "ERR", "LIM", "VER", "DEP"].map((name) => [
      `${name}-*`,
      "untested",
    ]),
  ),
};

describe("the first lines say", () => {
  it.each<readonly [string, readonly NightTale[], RegExp]>([
    ["what a single run found", [{}], /^Newest run \(2026-09-21\): conforms, 60 of 60 requirements tested$/m],
    [
      "what still fails, and since when",
      [failing("LIST-3")],
      /^Still failing: LIST-3 \(since 2026-09-21 or earlier\)$/m,
    ],
    [
      "since when a failure is there",
      [{}, failing("LIST-3"), failing("LIST-3")],
      /^Still failing: LIST-3 \(since 2026-09-22\)$/m,
    ],
    [
      "that nothing changed",
      [{}, {}],
      /^Nothing changed, and nothing fails\.\n2 of 2 runs since 2026-09-21 conform\.$/m,
    ],
    ["what began to fail", [{}, failing("LIST-3", "GET-4")], /^New failures: LIST-3, GET-4$/m],
    ["how many runs conform", [{}, failing("LIST-3")], /^1 of 2 runs since 2026-09-21 conform\.$/m],
    ["what was fixed", [failing("LIST-3"), {}], /^Fixed: LIST-3$/m],
    [
      "not all of many names",
      [{}, failing(...Array.from({ length: 11 }, (_, at) => `LIST-${at + 1}`))],
      /^New failures: LIST-1, .*LIST-8 and 3 more$/m,
    ],
    ["what is flaky", [{}, failing("LIST-3"), {}, failing("LIST-3"), {}], /^Flaky: LIST-3$/m],
    ["what is waived", [{}, { ...failing("LIST-3"), waived: ["LIST-3"] }], /^Waived: LIST-3$/m],
    ["what is warned about", [{}, { verdicts: { "AUTH-8": "warned" } }], /^Warnings: AUTH-8$/m],
    [
      "that a night was read-only, and what it did not test for that",
      [{}, readOnly],
      /^Newest run \(2026-09-22, read-only\)[\s\S]*^Not tested any more: CREATE-1, CREATE-2 \(the newest run was read-only\)$[\s\S]*^Read-only runs: 2026-09-22$/m,
    ],
    ["that a night was inconclusive", [{}, away, {}], /^Inconclusive runs: 2026-09-22$/m],
    [
      "what is inconclusive",
      [{}, { verdicts: { "LIST-3": "inconclusive" } }],
      /^Inconclusive: LIST-3$\n^Not tested any more: LIST-3$/m,
    ],
    [
      "which operation took ten times as long",
      [taking(4, 9), taking(5, 11), taking(60, 70)],
      /^Ten times slower: list \(p50 5 ms before, 60 ms now\)$/m,
    ],
  ])("%s", (_what, tales, line) => {
    expect(trendOf(tales).series[0]!.summary.join("\n")).toMatch(line);
  });
});

describe("what needs attention", () => {
  const attentionAfter = (tales: readonly NightTale[]): Attention => trendOf(tales).series[0]!.attention;

  it("is listed by its kind", () => {
    expect(attentionAfter(twoMonths)).toEqual({
      new: ["LIST-3"],
      failing: ["PET-5"],
      fixed: ["GET-4"],
      flaky: ["GEN-3", "LIST-8"],
      warned: ["DEP-5"],
      waived: ["CREATE-12"],
      inconclusive: [],
      coverage: [],
      latency: [],
      neverTested: ["LIST-10"],
    });
  });

  it.each<readonly [string, readonly NightTale[], readonly string[]]>([
    ["what the run before tested", [{}, readOnly], ["CREATE-1", "CREATE-2"]],
    ["what one of the ten runs before tested", [{}, ...Array(10).fill(readOnly)], ["CREATE-1", "CREATE-2"]],
    ["nothing that only an older run tested", [{}, ...Array(11).fill(readOnly)], []],
    ["nothing that is tested again", [{}, readOnly, {}], []],
    ["nothing that no run can test any more", [{}, { verdicts: { "GET-1": "not applicable" } }], []],
    ["nothing of a single run", [readOnly], []],
  ])("lost coverage is %s", (_what, tales, ids) => {
    expect(attentionAfter(tales).coverage).toEqual(ids);
  });

  it.each<readonly [string, readonly NightTale[], readonly string[]]>([
    ["ten times the median", [taking(4, 9), taking(4, 9), taking(40, 9)], ["p50"]],
    ["not nine times", [taking(4, 9), taking(36, 80)], []],
    ["not what nobody notices", [taking(0.1, 0.2), taking(5, 9)], []],
    [
      "not compared with a single slow night",
      [taking(4, 9), taking(400, 900), taking(4, 9), taking(40, 90)],
      ["p50", "p95"],
    ],
    ["nothing without a run before", [taking(4000, 9000)], []],
    ["nothing where the newest run did not call it", [taking(4, 9), { latency: {} }], []],
  ])("latency grew: %s", (_what, tales, percentiles) => {
    expect(attentionAfter(tales).latency.map(({ percentile }) => percentile)).toEqual(percentiles);
  });
});

describe("a series", () => {
  it("is of one target: others have their own, the one with the newest run first", () => {
    const other = { baseUrl: "https://other.example/v1", embedded: false };
    const trend = trendOf([failing("LIST-3"), { target: other }, failing("LIST-3"), { target: other }]);

    expect(trend.series.map(({ target, runs }) => [target.baseUrl, runs.length])).toEqual([
      ["https://other.example/v1", 2],
      ["https://staging.example/v1", 2],
    ]);
    expect(trend.series.map(({ attention }) => attention.new)).toEqual([[], []]);
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

  it("has no latency of an operation that a run did not call, whatever its name", () => {
    const { p50, p95, p99 } = { p50: 1, p95: 2, p99: 3 };
    const tales: readonly NightTale[] = [
      { latency: {} },
      { latency: { toString: { p50, p95, p99, max: 3, distribution: [] } } },
    ];

    expect(trendOf(tales).series[0]!.latency).toEqual([
      { operation: "toString", runs: [null, { p50, p95, p99 }] },
    ]);
  });

  it("has one entry a run in every list that goes with runs", () => {
    const { runs, requirements, latency } = trendOf(twoMonths).series[0]!;

    expect(runs).toHaveLength(60);
    expect(new Set(requirements.map(({ verdicts }) => verdicts.length))).toEqual(new Set([60]));
    expect(latency.map(({ runs: values }) => values.length)).toEqual([60, 60, 60]);
    expect(latency[0]!.runs[22]).toBeNull();
  });
});
