import { assembleReport } from "./assemble.js";
import type { Attempt } from "./attempt.js";
import { type CheckFacts, putsToTest } from "./check.js";
import { createFindings, type Findings } from "./findings.js";
import type { RunOptions } from "./options.js";
import { runPhases, wantedChecks } from "./phases.js";
import { redactReport } from "./redact-report.js";
import type { Report } from "./report.js";
import { hideSecrets } from "./secrets.js";
import { openSession } from "./session.js";
import type { RunState } from "./state.js";
import type { Suite } from "./suite.js";
import { type Judgement, judgeRequirement } from "./verdict.js";
import { applyWaivers } from "./waiver.js";

/**
 * Judges a server against the contract. Never rejects for anything a server does; for a mistake of the suite itself
 * only if there is no listener to be told of it.
 * @returns the report, in which no form of the key is left
 */
export async function runConformance<State extends RunState>(
  suite: Suite<State>,
  options: RunOptions,
): Promise<Report> {
  const startedAt = new Date();
  const began = performance.now();
  const session = openSession(suite, options);
  const { state, client, breaker, profile, seed, stop } = session;
  const findings = createFindings();
  const secrecy = hideSecrets(options, suite.checks);
  options.onEvent?.({
    kind: "run-started",
    baseUrl: options.baseUrl,
    seed,
    profile: profile.name,
    checks: wantedChecks(suite.checks, options.only).length,
  });

  const attempts: Attempt[] = [];
  const durations = new Map<CheckFacts, number>();
  let trouble: string | undefined;
  try {
    const preflight = await suite.preflight(state, session.sendTo);
    if (preflight.status === "met") {
      const { only, onEvent } = options;
      await runPhases({ session, findings, only, onEvent, attempts, durations });
    } else {
      trouble = secrecy.hideQuoted(preflight.reason);
    }
    if (stop.aborted) trouble = "the run was interrupted";
    trouble ??= session.heldBack() ?? breaker.openReason();
    if (trouble === undefined) await state.budget.settle();
  } catch (error) {
    if (options.onEvent === undefined) throw error;
    // What ended it must not cost what was learnt. What was foreseen, such as a full disk, is no mistake of ours.
    const isForeseen = error instanceof Error && error.name === "ConfigurationError";
    trouble = isForeseen
      ? `the run ended early: ${error.message}`
      : "the run ended early, because of a bug in pedigree";
    options.onEvent?.({ kind: "bug", error });
  } finally {
    await client.close();
  }

  const waivers = profile.name === "certification" ? [] : (options.waivers ?? []);
  const judgements = applyWaivers(
    judgeAll({
      options,
      state,
      findings,
      attempts,
      lenient: suite.lenient[profile.name] ?? [],
      trouble,
    }).map(({ reason, ...judgement }) => ({
      ...judgement,
      // The conclusion may quote it.
      reason: reason === undefined ? undefined : secrecy.hideQuoted(reason),
    })),
    waivers,
    startedAt,
  );
  const report = assembleReport({
    options,
    session,
    judgements,
    attempts,
    durations,
    trouble,
    startedAt,
    began,
  });
  const safe = redactReport(report, secrecy);
  options.onEvent?.({ kind: "run-finished", report: safe });
  return safe;
}

interface RunEvidence {
  readonly options: RunOptions;
  readonly state: RunState;
  readonly findings: Findings;
  readonly attempts: readonly Attempt[];
  /** Requirements that only warn. */
  readonly lenient: readonly string[];
  readonly trouble: string | undefined;
}

function judgeAll({
  options,
  state,
  findings,
  attempts,
  lenient,
  trouble,
}: RunEvidence): readonly Judgement[] {
  const groups = findings.groups(state.othersAct);
  return options.contract.requirements.map((requirement) => {
    if (options.only !== undefined && !options.only.includes(requirement.id)) {
      return { requirement, verdict: "untested", reason: "left out by --only", groups: [] };
    }
    return judgeRequirement(requirement, {
      attempts: attempts.filter(({ check }) => putsToTest(check, requirement.id)),
      judged: state.judged.get(requirement.id) ?? 0,
      observations: state.observations.get(requirement.id) ?? new Map<string, number>(),
      groups: groups.filter(({ finding }) => finding.requirement === requirement.id),
      cutShort: trouble,
      lenient: lenient.includes(requirement.id),
    });
  });
}
