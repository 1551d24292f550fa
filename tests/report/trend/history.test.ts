import { describe, expect, it } from "vitest";
import { classify, type Night, type State } from "../../../src/report/trend/history.js";

const letters: Readonly<Record<string, Night | undefined>> = {
  p: { verdict: "passed" },
  o: { verdict: "observed" },
  f: { verdict: "failed" },
  F: { verdict: "failed", intermittent: true },
  w: { verdict: "warned" },
  i: { verdict: "inconclusive" },
  u: { verdict: "untested" },
  n: { verdict: "not applicable" },
  "-": undefined,
};
/** One letter a run, the oldest first. */
const nights = (text: string): readonly (Night | undefined)[] => [...text].map((letter) => letters[letter]);

describe("how a requirement stands after", () => {
  it.each<readonly [string, State, number | undefined]>([
    ["p", "kept", 0],
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
    ["fpp", "kept", 1],
    ["fpu", "kept", 1],
    ["ppp", "kept", 0],
    ["upn", "kept", 1],
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
