import { describe, expect, it } from "vitest";
import { classify, type History, type Night } from "../../../src/report/trend/series.js";

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
const nights = (text: string): readonly (Night | undefined)[] => [...text].map((letter) => letters[letter]);

describe("the state of a requirement after", () => {
  it.each<readonly [string, History["state"], number | undefined]>([
    ["p", "passing", 0],
    ["f", "still failing", 0],
    ["u", "never tested", undefined],
    ["", "gone", undefined],
    ["pf", "new failure", 1],
    ["ppppf", "new failure", 4],
    ["of", "new failure", 1],
    ["pw", "new failure", 1],
    ["piuf", "new failure", 3],
    ["uuf", "new failure", 2],
    ["-f", "new failure", 1],
    ["ff", "still failing", 0],
    ["pff", "still failing", 1],
    ["pfuf", "still failing", 1],
    ["pfu", "still failing", 1],
    ["pfiin", "still failing", 1],
    ["pwf", "still failing", 1],
    ["fp", "fixed", 1],
    ["fo", "fixed", 1],
    ["fup", "fixed", 2],
    ["fpp", "passing", 1],
    ["fpu", "passing", 1],
    ["ppp", "passing", 0],
    ["upn", "passing", 1],
    ["ii", "never tested", undefined],
    ["unu", "never tested", undefined],
    ["-u", "never tested", undefined],
    ["pp-", "gone", 0],
    ["pf-", "gone", 1],
  ])("%s: %s since %s", (text, state, since) => {
    const history = classify(nights(text));

    expect(history.state).toBe(state);
    expect(history.since).toBe(since);
  });

  it.each<readonly [string, boolean]>([
    ["pf", false],
    ["ff", true],
    ["uff", true],
    ["upp", true],
    ["pff", false],
    ["u", false],
  ])("%s may have begun earlier: %s", (text, orEarlier) => {
    expect(classify(nights(text)).orEarlier).toBe(orEarlier);
  });
});

describe("flaky is", () => {
  it.each<readonly [string, string, boolean]>([
    ["what always passes", "pppppppppp", false],
    ["what always fails", "ffffffffff", false],
    ["what broke and was mended", "ppppfffppp", false],
    ["what failed for a single night", "pppppfpppp", false],
    ["what broke again after it was mended", "ppppfppppf", true],
    ["what was mended twice", "fpppfppppp", true],
    ["what changed three times with undecided runs between", "pufuipunf", true],
    ["what changed three times, once before the last ten runs", "pfpppppppppf", false],
    ["what changed three times within the last ten that could tell", "pfppppuuuupf", true],
    ["what is warned about every other night", "wpwp", true],
    ["what failed now and then within a run", "pppppFpppp", true],
    ["what fails now and then each night", "FFFF", true],
    ["what failed now and then long ago", "Fpppppppppp", false],
    ["what was never tested", "uuuu", false],
  ])("%s (%s): %s", (_what, text, flaky) => {
    expect(classify(nights(text)).flaky).toBe(flaky);
  });

  it("told by the last ten runs that could tell", () => {
    expect(classify(nights("ffffpfFuuppppp")).recent).toEqual({
      runs: 10,
      broken: 4,
      intermittent: 1,
      changes: 3,
    });
  });
});
