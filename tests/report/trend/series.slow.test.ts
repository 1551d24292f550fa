import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classify, type Night } from "../../../src/report/trend/series.js";
import type { Attention } from "../../../src/report/trend/trend-schema.js";
import { away, failing, type NightTale, taking, trendOf, twoMonths } from "./nights.js";

const letters: Readonly<Record<string, Night | undefined>> = {
  p: { verdict: "passed", intermittent: false },
  o: { verdict: "observed", intermittent: false },
  f: { verdict: "failed", intermittent: false },
  F: { verdict: "failed", intermittent: true },
  w: { verdict: "warned", intermittent: false },
  i: { verdict: "inconclusive", intermittent: false },
  u: { verdict: "untested", intermittent: false },
  n: { verdict: "not applicable", intermittent: false },
  "-": undefined,
};
/** One letter a run, the oldest first. */
const historyOf = (nights: string) => classify([...nights].map((letter) => letters[letter]));

describe("the state of a requirement after", () => {
  it.each<
    readonly [string, ReturnType<typeof classify>["state"], since: number | undefined, orEarlier: boolean]
  >([
    ["", "gone", undefined, false],
    ["p", "passing", 0, true],
    ["f", "still failing", 0, true],
    ["pf", "new failure", 1, false],
    ["of", "new failure", 1, false],
    ["pw", "new failure", 1, false],
    ["piuf", "new failure", 3, false],
    ["uuf", "new failure", 2, true],
    ["-f", "new failure", 1, true],
    ["uff", "still failing", 1, true],
    ["pff", "still failing", 1, false],
    ["pfuf", "still failing", 1, false],
    ["pfu", "still failing", 1, false],
    ["pfiin", "still failing", 1, false],
    ["pwf", "still failing", 1, false],
    ["fp", "fixed", 1, false],
    ["fo", "fixed", 1, false],
    ["fup", "fixed", 2, false],
    ["fpp", "passing", 1, false],
    ["fpu", "passing", 1, false],
    ["upn", "passing", 1, true],
    ["-iun", "never tested", undefined, false],
    ["pp-", "gone", 0, true],
    ["pf-", "gone", 1, false],
  ])("%j: %s since %s, or earlier: %s", (nights, state, since, orEarlier) => {
    expect(historyOf(nights)).toMatchObject({ state, orEarlier });
    expect(historyOf(nights).since).toBe(since);
  });

  it.each<readonly [string, string, boolean]>([
    ["what always fails", "ffffffffff", false],
    ["what broke and was mended", "ppppfffppp", false],
    ["what broke again after it was mended", "ppppfppppf", true],
    ["what was mended twice", "fpppfppppp", true],
    ["what changed three times with undecided runs between", "pufuipunf", true],
    ["what changed three times, once before the last ten runs", "pfpppppppppf", false],
    ["what changed three times within the last ten that could tell", "pfppppuuuupf", true],
    ["what is warned about every other night", "wpwp", true],
    ["what failed now and then within a run", "pppppFpppp", true],
    ["what failed now and then long ago", "Fpppppppppp", false],
    ["what was never tested", "uuuu", false],
  ])("%s (%s) is flaky: %s", (_what, nights, flaky) => {
    expect(historyOf(nights).flaky).toBe(flaky);
  });

  it("many runs is told by the last ten that could tell", () => {
    expect(historyOf("ffffpfFuuppppp").recent).toEqual({ runs: 10, broken: 4, intermittent: 1, changes: 3 });
  });
});

const readOnly: NightTale = {
  verdicts: { "CREATE-1": "untested", "CREATE-2": "untested" },
  run: { readOnly: true },
};
const list3 = failing("LIST-3");
const many = Array.from({ length: 11 }, (_, at) => `LIST-${at + 1}`);
const undecided: NightTale = { verdicts: { "LIST-3": "inconclusive" } };

describe("the first lines say", () => {
  it.each<readonly [string, readonly NightTale[], RegExp]>([
    [
      "what a single run found",
      [{}],
      /^Newest run \(2026-09-21\): conforms, 60 of 60 binding requirements tested$/,
    ],
    ["what still fails", [list3], /^Still failing: LIST-3 \(since 2026-09-21 or earlier\)$/],
    ["since when it fails", [{}, list3, list3], /^Still failing: LIST-3 \(since 2026-09-22\)$/],
    ["that nothing changed", [{}, {}], /^Nothing changed, and nothing fails\.$/],
    ["how many runs conform", [{}, list3], /^1 of 2 runs since 2026-09-21 conform\.$/],
    ["what began to fail", [{}, failing("LIST-3", "GET-4")], /^New failures: LIST-3, GET-4$/],
    ["not all of many names", [{}, failing(...many)], /^New failures: LIST-1, .*LIST-8 and 3 more$/],
    ["what was fixed", [list3, {}], /^Fixed: LIST-3$/],
    ["what is flaky", [{}, list3, {}, list3, {}], /^Flaky: LIST-3$/],
    ["what is waived", [{}, { ...list3, waived: ["LIST-3"] }], /^Waived: LIST-3$/],
    ["what is warned about", [{}, { verdicts: { "AUTH-8": "warned" } }], /^Warnings: AUTH-8$/],
    ["what is inconclusive", [{}, undecided], /^Inconclusive: LIST-3$/],
    ["what is not tested any more", [{}, undecided], /^Not tested any more: LIST-3$/],
    ["why it is not", [{}, readOnly], /^Not tested .*: CREATE-1, CREATE-2 \(the newest run was read-only\)$/],
    ["which runs were read-only", [{}, readOnly, {}], /^Read-only runs: 2026-09-22$/],
    ["that the newest was", [{}, readOnly], /^Newest run \(2026-09-22, read-only\)/],
    ["which runs were inconclusive", [{}, away, {}], /^Inconclusive runs: 2026-09-22$/],
    [
      "which operation took ten times as long",
      [taking(4), taking(5), taking(60)],
      /^Slower: list \(p50 5 ms before, 60 ms now\), list \(p95/,
    ],
  ])("%s", (_what, tales, line) => {
    expect(trendOf(tales).series[0]!.summary).toContainEqual(expect.stringMatching(line));
  });
});

describe("what needs attention", () => {
  const usual = [taking(30), taking(31), taking(29), taking(33)];
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
      choices: [],
      neverTested: ["LIST-10"],
    });
  });

  it.each<readonly [string, readonly NightTale[], readonly string[]]>([
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
    ["in spite of a slow night before", [taking(4), taking(400), taking(4), taking(40)], ["p50", "p95"]],
    ["twice as long, two nights in a row", [...usual, taking(60), taking(61)], ["p50", "p95"]],
    ["not one night alone", [...usual, taking(60)], []],
    ["not by less than 20 ms", [taking(8), taking(9), taking(8), taking(24), taking(25)], []],
    ["not by less than half", [taking(80), taking(82), taking(80), taking(110), taking(111)], []],
    ["not what a night before had, too", [taking(65), ...usual, taking(60), taking(61)], []],
    ["not beside two nights only", [taking(30), taking(31), taking(60), taking(61)], []],
    ["nothing without a run before", [taking(4000)], []],
    ["nothing where the newest run did not call it", [taking(4), away], []],
  ])("latency grew: %s", (_what, tales, percentiles) => {
    expect(attentionAfter(tales).latency.map(({ percentile }) => percentile)).toEqual(percentiles);
  });
});

describe("latency of nights that differ by chance", () => {
  /** A night is as slow as the one before in part. How much nights differ is stated as a share. */
  const nightsOf = (seed: number, times: readonly number[], noise: number): readonly NightTale[] => {
    const gauss = fc.sample(fc.noBias(fc.tuple(fc.integer(unit), fc.integer(unit))), {
      seed,
      numRuns: times.length,
    });
    let drift = 0;
    return times.map((time, index) => {
      const [one, other] = (gauss[index] ?? [500, 500]).map((each) => each / 1000) as [number, number];
      drift = 0.5 * drift + noise * Math.sqrt(-2 * Math.log(one)) * Math.cos(2 * Math.PI * other);
      return taking(time * Math.exp(drift), 2 * time * Math.exp(drift));
    });
  };
  const unit = { min: 1, max: 1000 };
  const alarms = (times: readonly number[], noise: number): number =>
    Array.from(
      { length: 100 },
      (_, seed) => trendOf(nightsOf(seed, times, noise)).series[0]!.attention.latency,
    ).filter((list) => list.length > 0).length;

  it.each([0.05, 0.1, 0.2, 0.3])(
    "is told in at most one series of 100 where nothing changed: %s",
    (noise) => {
      expect(alarms(Array(12).fill(30), noise)).toBeLessThanOrEqual(1);
    },
  );

  it("is told in most where it doubled from 30 ms", () => {
    expect(alarms([...Array(10).fill(30), 60, 60], 0.1)).toBeGreaterThan(90);
  });
});

describe("choices where the interface is silent", () => {
  const choosing = (...choices: readonly string[]): NightTale => ({ observations: { "CREATE-18": choices } });
  const told = (tales: readonly NightTale[]) => trendOf(tales).series[0]!.attention.choices;
  const before = [choosing("kept", "400"), choosing("kept"), choosing("kept", "422")];

  it("are told where the server begins to choose otherwise", () => {
    expect(told([...before, choosing("trimmed")])).toEqual([
      { id: "CREATE-18", gone: ["kept"], come: ["trimmed"] },
    ]);
    expect(trendOf([...before, choosing("trimmed")]).series[0]!.summary).toContain(
      "Chosen otherwise where the interface is silent: CREATE-18 (kept before, trimmed now)",
    );
  });

  it.each<readonly [string, readonly NightTale[]]>([
    ["where something new comes besides", [...before, choosing("kept", "trimmed")]],
    ["where something was not tried", [...before, choosing("400")]],
    ["where it was chosen before", [...before, choosing("422")]],
    ["beside two runs only", [...before.slice(1), choosing("trimmed")]],
  ])("are not told %s", (_what, tales) => {
    expect(told(tales)).toEqual([]);
  });
});

describe("a series", () => {
  it("is of one target: others have their own, the one with the newest run first", () => {
    const other = { baseUrl: "https://other.example/v1", embedded: false };

    const { series } = trendOf([list3, { target: other }, list3, { target: other }]);

    expect(series.map(({ target, runs, attention }) => [target.baseUrl, runs.length, attention.new])).toEqual(
      [
        ["https://other.example/v1", 2, []],
        ["https://staging.example/v1", 2, []],
      ],
    );
  });

  it("takes the embedded server for one target, whatever its port", () => {
    const at = (port: number): NightTale => ({
      target: { baseUrl: `http://127.0.0.1:${port}/v1`, embedded: true },
    });

    expect(trendOf([at(1), at(2)]).series).toHaveLength(1);
  });

  it("counts of each run what it tested, and names the versions of the contract", () => {
    const open: NightTale = {
      verdicts: { "LIST-3": "untested", "LIST-4": "inconclusive" },
      contract: "1.1.0",
    };

    const { runs, contracts } = trendOf([{}, open]).series[0]!;

    expect(runs.map(({ tested, testable }) => testable - tested)).toEqual([0, 2]);
    expect(contracts).toEqual(["1.0.0", "1.1.0"]);
  });

  it("has one entry a run in every list that goes with runs, whatever the name of an operation", () => {
    const [times] = Object.values(taking(1, 2).latency ?? {});
    const named: NightTale = { latency: { toString: times! } };

    const { runs, requirements, latency } = trendOf([away, named]).series[0]!;

    expect(runs).toHaveLength(2);
    expect(new Set(requirements.map(({ verdicts }) => verdicts.length))).toEqual(new Set([2]));
    expect(latency).toEqual([{ operation: "toString", runs: [null, { p50: 1, p95: 2, p99: 2 }] }]);
  });
});
