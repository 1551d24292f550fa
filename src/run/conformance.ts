import { type RunState, type ScenarioFacts, tests } from "../checks/index.js";
import { concerns, type Requirement } from "../description/index.js";
import { assembleReport } from "./assemble.js";
import type { Attempt } from "./attempt.js";
import { createFindings, type Findings } from "./findings.js";
import type { RunOptions } from "./options.js";
import { runPhases, wantedScenarios } from "./phases.js";
import type { ProfileName } from "./profile.js";
import { redactReport } from "./redact-report.js";
import type { Report } from "./report-schema.js";
import { hideSecrets } from "./secrets.js";
import { openSession } from "./session.js";
import type { Suite } from "./suite.js";
import { type Judgement, judgeRequirement } from "./verdict.js";
import { applyWaivers } from "./waiver.js";

/**
 * Judges a server against the contract. Never rejects for anything a server does; for a mistake of the suite itself
 * only if there is no listener.
 * @returns the report, in which no form of the key is left
 */
export async function runConformance<State extends RunState>(
  suite: Suite<State>,
  options: RunOptions,
): Promise<Report> {
  const startedAt = new Date();
  const began = performance.now();
  const session = openSession(suite, options);
  const { state, client, breaker, profile, seed, stop, scenarios } = session;
  const findings = createFindings((requirement) =>
    options.onEvent?.({ kind: "finding-confirmed", requirement }),
  );
  const secrecy = hideSecrets(options, scenarios);
  options.onEvent?.({
    kind: "run-started",
    baseUrl: options.baseUrl,
    seed,
    profile: profile.name,
    checks: wantedScenarios(scenarios, options.only, state.attribute).length,
  });

  const attempts: Attempt[] = [];
  const durations = new Map<ScenarioFacts, number>();
  let trouble: string | undefined;
  try {
    const preflight = await suite.preflight(state, session.sendTo);
    if (preflight.status === "ready") {
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
      profile: profile.name,
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
  readonly profile: ProfileName;
  readonly trouble: string | undefined;
}

function judgeAll({
  options,
  state,
  findings,
  attempts,
  profile,
  trouble,
}: RunEvidence): readonly Judgement[] {
  const groups = findings.groups(state.othersAct);
  return options.contract.requirements.map((requirement) => {
    if (options.only !== undefined && !options.only.includes(requirement.id)) {
      return { requirement, verdict: "untested", reason: "left out by --only", groups: [] };
    }
    return judgeRequirement(requirement, {
      attempts: attempts.filter(({ check }) => tests(check, requirement.id, state.attribute)),
      judged: countJudged(requirement, state),
      observations: state.observations.get(requirement.id) ?? new Map<string, number>(),
      groups: groups.filter(({ finding }) => finding.requirement === requirement.id),
      cutShort: trouble,
      lenient: requirement.warnsIn.includes(profile),
    });
  });
}

/** How many responses were judged by the response checks that have to do with the requirement. */
function countJudged(requirement: Requirement, { judged }: RunState): number {
  const counts = [...judged].map(([check, count]) => (concerns(requirement, check) ? count : 0));
  return counts.reduce((sum, count) => sum + count, 0);
}
