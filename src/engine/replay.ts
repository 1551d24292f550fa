import { fromPlain } from "../json/index.js";
import { redacted } from "../transport/index.js";
import { type Attempt, attempt } from "./attempt.js";
import { isSameFinding } from "./finding.js";
import type { FindingReport, Report } from "./report-schema.js";
import { runConformance } from "./run-conformance.js";
import type { RunOptions } from "./run-options.js";
import { openSession } from "./session.js";
import type { Suite } from "./suite.js";

/** The outcome for a finding whose counterexample was sent again. */
export type Replay =
  | {
      readonly status: "shown";
      /** By itself, in the part of its run that leads to it, or by another problem of the same requirement. */
      readonly how: "alone" | "in its run" | "otherwise";
      readonly finding: FindingReport;
    }
  /** `not tried`: the same case was not sent, or could not be judged. */
  | { readonly status: "not shown" | "not tried" | "unreachable"; readonly reason: string };

/**
 * Sends a finding's counterexample again: the same bytes, but for values that the server chooses. Where it takes
 * items that the run had added before, the part of the run that leads to it is repeated with its seed.
 */
export async function replayFinding(
  suite: Suite,
  options: RunOptions,
  finding: FindingReport,
): Promise<Replay> {
  const check = suite.scenarios(options.contract).find(({ id }) => id === finding.check);
  if (check === undefined)
    return { status: "not tried", reason: `there is no check ${finding.check} in this version` };
  if (isHidden(finding))
    return {
      status: "not tried",
      reason:
        "the server chose an id or a link that holds a form of the API key, and no report shows it: use a key that occurs nowhere else, and run again",
    };
  const session = openSession(suite, options);
  const { state, secrecy } = session;
  let last: Attempt;
  try {
    const preflight = await suite.preflight(state, session.sendTo);
    if (preflight.status !== "ready") {
      const hint = preflight.status === "key-refused" ? (options.started?.keyHint ?? "") : "";
      return { status: "unreachable", reason: secrecy.hideQuoted(preflight.reason) + hint };
    }
    await suite.survey(state);
    try {
      last = await attempt(session, check, fromPlain(finding.input));
    } catch {
      // A report may come from anyone, and from another version: its input need not be one of this check.
      return { status: "not tried", reason: "the input in the report does not fit its check" };
    }
  } finally {
    await session.close();
  }
  const isIt = (each: Pick<FindingReport, "requirement" | "problem">): boolean =>
    isSameFinding(each, finding);
  const shown =
    last.findings.find(isIt) ??
    last.findings.find(({ requirement }) => finding.requirements.includes(requirement));
  if (shown !== undefined) {
    const confirmation = { status: "repeats", seen: 2, of: 2 } as const;
    const group = {
      finding: shown,
      attempt: last,
      confirmation,
      occurrences: 1,
      operations: finding.operations,
      places: finding.places,
    };
    const cause = { ...finding, group, groups: [group] };
    const how = isIt(shown) ? "alone" : "otherwise";
    return { status: "shown", how, finding: session.recorder.finding(cause, finding.number) };
  }
  // Items that the first attempt created count against the same bound.
  const maxCreated = Math.max(0, state.limits.maxCreated - state.budget.spent());
  const report = await runConformance(suite, {
    ...options,
    maxCreated,
    only: [...new Set([state.attribute(check.id), finding.requirement])],
    // Chance would hardly draw it again.
    ...(check.phase === "random"
      ? { earlierFailures: [{ check: check.id, input: fromPlain(finding.input) }] }
      : {}),
  });
  const again =
    report.findings.find(isIt) ??
    report.findings.find(({ requirements }) => requirements.includes(finding.requirement));
  if (again !== undefined)
    return { status: "shown", how: isIt(again) ? "in its run" : "otherwise", finding: again };
  if (last.status === "passed" || heldThroughout(report, check.id)) {
    const note = finding.happensOnce === undefined ? "" : ` (${finding.happensOnce})`;
    return { status: "not shown", reason: `the claim held this time${note}` };
  }
  return {
    status: "not tried",
    reason: secrecy.hideQuoted(finding.happensOnce ?? whyNotTried(last, report)),
  };
}

/** Is something of the counterexample's request hidden? Then nobody can send it again. */
function isHidden({ input, exchanges, shownBy }: FindingReport): boolean {
  return JSON.stringify([input, exchanges[shownBy]?.request]).includes(redacted);
}

/** Was the check tried in the run, and did its claim hold with every input? */
function heldThroughout({ requirements }: Report, checkId: string): boolean {
  const checks = requirements.flatMap((each) => each.checks);
  const inputs = checks.find(({ id }) => id === checkId)?.inputs ?? {};
  return (inputs["passed"] ?? 0) > 0 && Object.keys(inputs).every((status) => status === "passed");
}

function whyNotTried(last: Attempt, { conclusion }: Report): string {
  const [blocking] = last.findings;
  if (blocking !== undefined) return `its check cannot go on, because ${blocking.requirement} is broken`;
  return last.reason || conclusion.sentence;
}
