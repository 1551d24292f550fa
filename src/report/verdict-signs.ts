import type { Verdict } from "../run/index.js";

/** A verdict as pages show it: a failure that is waived has its own. */
export type ShownVerdict = Verdict | "waived";

/** The sign of each verdict on a page, in the order in which to read them: colour is never the only sign. */
export const verdictSigns: Readonly<Record<ShownVerdict, string>> = {
  failed: "✗",
  waived: "≈",
  inconclusive: "?",
  warned: "!",
  untested: "–",
  "not applicable": "·",
  observed: "○",
  passed: "✓",
};
