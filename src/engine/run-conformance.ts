import { ConfigurationError, concerns, type Requirement } from "../description/index.js";
import { grantMatchingTime, leftOutSchemas, undecidedPatterns } from "../schema/index.js";
import { trimExchange } from "../transport/index.js";
import { assembleReport } from "./assemble.js";
import type { Attempt } from "./attempt.js";
import { createContext, whileWatching } from "./create-context.js";
import { hideInError, hideSecrets } from "./hidden-secrets.js";
import { runPhases, wantedScenarios } from "./phases.js";
import type { Report } from "./report-schema.js";
import { clientOptions, type RunEvent, type RunOptions } from "./run-options.js";
import type { RunState } from "./run-state.js";
import { openSession, type Session, sendWith } from "./session.js";
import { realNetwork, type Suite, type Symptom } from "./suite.js";
import { describeOverrun, describeTimeLimit, timeLimitOf } from "./time-limit.js";
import { applyWaivers, type Judgement, judgeRequirement } from "./verdict.js";

/**
 * Judges a server against the contract. Never rejects for anything a server does; for a mistake of the suite itself
 * only if there is no listener.
 * @returns the report, in which no form of the key is left
 */
export async function runConformance(suite: Suite, given: RunOptions): Promise<Report> {
  const options = { ...given, ...writeCheckpoints(given, () => session) };
  grantMatchingTime();
  const session = openSession(suite, options);
  const wanted = wantedScenarios(session);
  session.progress.all = wanted.filter(({ phase }) => phase !== "random").length;
  options.onEvent?.({
    kind: "run-started",
    baseUrl: options.baseUrl,
    seed: session.seed,
    profile: session.profile.name,
    checks: wanted.length,
  });
  const early = await runThrough(session);
  const trouble = (await endOfTarget(session)) ?? early;
  for (const pattern of undecidedPatterns()) options.onEvent?.({ kind: "pattern-undecided", pattern });
  for (const schema of leftOutSchemas()) options.onEvent?.({ kind: "member-left-out", schema });
  const timeLimit = trouble === undefined ? endOfTime(session) : undefined;
  const cutShort = trouble ?? (timeLimit && describeTimeLimit(timeLimit));
  const report = assembleReport(session, judgeAll(session, cutShort), {
    trouble: cutShort === undefined ? reasonForNothing(session) : trouble,
    timeLimit,
  });
  options.onEvent?.({ kind: "run-finished", report });
  return report;
}

/** Returns how the server has ended that was started for the run, up to now. */
async function endOfTarget({ options, secrecy }: Session): Promise<string | undefined> {
  if (options.signal?.aborted) return undefined;
  const end = await options.started?.trouble();
  return end === undefined ? undefined : secrecy.hideQuoted(end);
}

/** Returns how the stated duration has ended the run, where it has. */
function endOfTime({ stop, isStated, longest, state, progress }: Session): Report["run"]["timeLimit"] {
  return stop.aborted && isStated ? timeLimitOf(longest, state.clock.elapsed(), progress) : undefined;
}

/** A part of a run may have no occasion to show anything. */
function reasonForNothing({ suite, state, options }: Session): string | undefined {
  const isPart = options.shard !== undefined || options.only !== undefined;
  return isPart ? undefined : suite.showsNothing?.(state);
}

/** Between two checkpoints, if nothing is found meanwhile, in ms. */
const checkpointEvery = 2000;

/** Where checkpoints are asked for, a listener that makes them before it passes events on. */
function writeCheckpoints(
  { onCheckpoint, onEvent }: RunOptions,
  session: () => Session,
): Pick<RunOptions, "onEvent"> {
  if (onCheckpoint === undefined) return {};
  let latest = Number.NEGATIVE_INFINITY;
  const isDue = ({ kind }: RunEvent): boolean =>
    kind === "phase-started" ||
    kind === "finding-confirmed" ||
    (kind === "random-cases" && performance.now() - latest > checkpointEvery);
  return {
    onEvent: (event) => {
      if (isDue(event) && session().randomLimits.cases > 0) {
        latest = performance.now();
        onCheckpoint(reportSoFar(session()));
      }
      onEvent?.(event);
    },
  };
}

/** Returns the report so far. A requirement that is not tested yet has no other reason than that. */
function reportSoFar(session: Session): Report {
  const report = assembleReport(session, judgeAll(session, undefined), { trouble: "the run was cut off" });
  return { ...report, exchanges: { ...report.exchanges, entries: [] } };
}

/** Runs everything, if the target lets it. Returns why the run ended early, if it did. */
async function runThrough(session: Session): Promise<string | undefined> {
  const { suite, state, stop, breaker, options } = session;
  try {
    const preflight = await suite.preflight(state, session.sendTo);
    if (preflight.status === "ready") await runPhases(session);
    if (options.signal?.aborted) return "the run was interrupted";
    if (stop.aborted) return session.isStated ? undefined : describeOverrun(session.longest);
    if (preflight.status !== "ready") {
      const hint = preflight.status === "key-refused" ? (options.started?.keyHint ?? "") : "";
      return session.secrecy.hideQuoted(preflight.reason) + hint;
    }
    const trouble = session.heldBack() ?? breaker.openReason() ?? options.tokens?.trouble();
    if (trouble !== undefined) return session.secrecy.hideQuoted(trouble);
    await state.budget.settle();
    await betweenAttempts(session, async () => suite.cleanUp?.(state));
    return undefined;
  } catch (thrown) {
    const error = hideInError(thrown, session.secrecy.hideQuoted);
    if (options.onEvent === undefined) throw error;
    options.onEvent({ kind: "bug", error });
    // The error must not cost what was learnt. A foreseen one, such as a full disk, is no mistake of ours.
    const isForeseen = error instanceof ConfigurationError;
    return `the run ended early${isForeseen ? `: ${error.message}` : ", because of a bug in pedigree"}`;
  } finally {
    await session.close();
  }
}

function judgeAll(session: Session, trouble: string | undefined): readonly Judgement[] {
  const { options, state, scenariosFor, attempts, profile, secrecy } = session;
  const groups = session.findings.groups(state.othersAct);
  const judgements = options.contract.requirements.map((requirement): Judgement => {
    if (options.only !== undefined && !options.only.includes(requirement.id)) {
      return { requirement, verdict: "untested", reason: "left out by --only", lacks: "choice", groups: [] };
    }
    const judgement = judgeRequirement(requirement, {
      attempts: scenariosFor(requirement.id).flatMap((check) => {
        const { firsts, proofs } = attempts.of(check);
        const proof = proofs.get(requirement.id);
        const others = firsts.filter(({ status }) => status !== "passed");
        return proof === undefined ? others : [...others, proof];
      }),
      judged: countJudged(requirement, state),
      observations: state.statistics.observations.get(requirement.id) ?? new Map<string, number>(),
      groups: groups.filter(({ finding }) => finding.requirement === requirement.id),
      cutShort: trouble,
      lenient: requirement.warnsIn.includes(profile.name),
      leftTo: leftTo(options),
    });
    // The conclusion may quote it.
    return { ...judgement, reason: judgement.reason && secrecy.hideQuoted(judgement.reason) };
  });
  const waivers = profile.name === "certification" ? [] : (options.waivers ?? []);
  return applyWaivers(judgements, waivers, session.startedAt);
}

/** Which other run tests what this one had no occasion to. */
function leftTo({ shard, randomOnly }: RunOptions): string | undefined {
  if (randomOnly === true) return "left to the run that walks through every rule";
  return shard !== undefined && shard.number > 1 ? "left to shard 1" : undefined;
}

/** How many responses were judged by the response checks that have to do with the requirement. */
function countJudged(requirement: Requirement, { statistics: { judged } }: RunState): number {
  const counts = [...judged].map(([check, count]) => (concerns(requirement, check) ? count : 0));
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Does work that belongs to no attempt of a check, as cleaning up does. Its responses are judged, too. A finding is in doubt, since
 * nothing sends the request again.
 */
async function betweenAttempts<Value>(session: Session, work: () => Promise<Value>): Promise<Value> {
  const context = createContext(session, "");
  try {
    return await whileWatching(context, work);
  } finally {
    const { findings } = context;
    for (const finding of findings) {
      const { id, title } = session.responseChecks.find((each) => each.id === finding.check) ?? {
        id: finding.check,
        title: finding.problem,
      };
      const attempt: Attempt = {
        check: { id, title, phase: "final" },
        input: null,
        status: "found",
        reason: "",
        findings,
        evaluated: context.evaluated,
        exchanges: context.exchanges.map(trimExchange),
        requests: context.exchanges.length,
      };
      session.findings.add({ finding, attempt, seen: 1, of: 1, sightings: 1 });
    }
  }
}

/**
 * Looks for what usually goes wrong with a target before a run: name, TLS, address, key, clock. A few
 * requests, all of them GET. Yields what is found, one by one, without the key.
 */
export async function* diagnose(suite: Suite, options: RunOptions): AsyncGenerator<Symptom> {
  const { contract, baseUrl, connection = {} } = options;
  const { hideQuoted } = hideSecrets(options, suite.scenarios(contract));
  const shared = { ...clientOptions(options), rate: undefined };
  const send = sendWith(realNetwork.createClient, shared);
  const symptoms = suite.diagnose({ contract, baseUrl, connection, timeout: shared.timeout, send });
  for await (const { advice, ...symptom } of symptoms) {
    yield {
      ...symptom,
      found: hideQuoted(symptom.found),
      ...(advice === undefined ? {} : { advice: hideQuoted(advice) }),
    };
  }
}
