import { type RunState, type ScenarioFacts, tests } from "../checks/index.js";
import { concerns } from "../description/index.js";
import type { Attempt } from "./attempt.js";
import { findCauses } from "./causes.js";
import { conclude } from "./conclusion.js";
import type { RunOptions } from "./options.js";
import { recordFinding } from "./record.js";
import { type Report, type RequirementReport, type Verdict, verdictSchema } from "./report-schema.js";
import type { Session } from "./session.js";
import type { SuiteFacts } from "./suite.js";
import { toolVersion } from "./tool-version.js";
import { type Judgement, rootCausesFirst } from "./verdict.js";

/** All that a run came to. */
export interface Outcome {
  readonly options: RunOptions;
  readonly session: Omit<Session<RunState>, "suite" | "scenarios"> & {
    readonly suite: SuiteFacts;
    readonly scenarios: readonly ScenarioFacts[];
  };
  readonly judgements: readonly Judgement[];
  readonly attempts: readonly Attempt[];
  /** How long each check took, in ms. */
  readonly durations: ReadonlyMap<ScenarioFacts, number>;
  /** Why the run ended early, if it did. */
  readonly trouble: string | undefined;
  readonly startedAt: Date;
  /** By the process's own clock, in ms. */
  readonly began: number;
}

/** The report on a run. It may still hold the key. */
export function assembleReport(outcome: Outcome): Report {
  const { options, session, judgements, trouble } = outcome;
  const { state, client, profile, seed, stop } = session;
  const requireTested = options.requireTested ?? profile.requireTested;
  const failed = rootCausesFirst(judgements.filter(({ groups }) => groups.length > 0));
  const causes = findCauses(failed);
  const numbers = new Map(causes.flatMap(({ groups }, index) => groups.map((group) => [group, index + 1])));
  return {
    format: "pedigree-report/1",
    tool: { name: "pedigree", version: toolVersion, node: process.version },
    contract: { version: options.contract.version, requirements: options.contract.requirements.length },
    target: {
      ...(options.targetName === undefined ? {} : { name: options.targetName }),
      baseUrl: options.baseUrl,
      embedded: options.embedded ?? false,
    },
    run: {
      id: session.id,
      startedAt: outcome.startedAt.toISOString(),
      duration: Math.round(performance.now() - outcome.began),
      profile: profile.name,
      seed,
      now: state.now.toISOString(),
      requests: client.sent(),
      created: state.budget.spent(),
      readOnly: state.readOnly,
      categories: [...state.accepted].map(String),
      interrupted: stop.aborted,
    },
    conclusion: conclude(judgements, {
      requireTested,
      strict: options.strict ?? false,
      trouble,
      only: options.only,
      embedded: options.embedded,
    }),
    counts: countVerdicts(judgements),
    requirements: judgements.map((judgement) => reportRequirement(judgement, outcome, numbers)),
    findings: causes.map((cause, index) => recordFinding(cause, index + 1, options.baseUrl)),
    statistics: session.tally.figures(),
    exchanges: session.logger.log(),
  };
}

function reportRequirement(
  { requirement, verdict, reason, groups, waiver }: Judgement,
  { session: { suite, scenarios, state }, attempts, durations }: Outcome,
  numbers: ReadonlyMap<unknown, number>,
): RequirementReport {
  const observations = [...(state.observations.get(requirement.id) ?? [])];
  const own = scenarios.filter((check) => tests(check, requirement.id, state.attribute));
  const watching = suite.responseChecks.filter(({ id }) => concerns(requirement, id));
  return {
    id: requirement.id,
    level: requirement.level,
    section: requirement.section,
    sentence: requirement.sentence,
    operations: requirement.operations,
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(waiver === undefined ? {} : { waiver }),
    checks: [
      ...watching.map(({ id, title }) => ({
        id,
        title,
        inputs: { judged: state.judged.get(id) ?? 0 },
      })),
      ...own.map((check) => ({
        id: check.id,
        title: check.title,
        inputs: countStatuses(attempts.filter((each) => each.check === check)),
        duration: Math.round(durations.get(check) ?? 0),
      })),
    ],
    observations: observations.map(([choice, count]) => ({ choice, count })),
    findings: [...new Set(groups.map((group) => numbers.get(group) ?? 0))],
  };
}

function countStatuses(attempts: readonly Attempt[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of attempts) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function countVerdicts(judgements: readonly Judgement[]): Record<Verdict, number> {
  const count = (verdict: Verdict): number => judgements.filter((each) => each.verdict === verdict).length;
  return Object.fromEntries(verdictSchema.options.map((verdict) => [verdict, count(verdict)])) as Record<
    Verdict,
    number
  >;
}
