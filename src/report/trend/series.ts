import { groupBy } from "../../description/index.js";
import type { Report, RequirementReport, Verdict } from "../../engine/index.js";
import { contrast, findingsOf, isFlaky, isWaived } from "../requirement-facts.js";
import { attentionTo, summarise } from "./attention.js";
import type { LatencyTrend, RequirementTrend, Series, SeriesRun } from "./trend-schema.js";

/** Everything about the runs against one target, the oldest first. */
export function deriveSeries(reports: readonly Report[]): Series {
  // The operations and requirements of the newest run come first, in its order.
  const newestFirst = reports.toReversed();
  const operations = new Set(newestFirst.flatMap(({ statistics }) => Object.keys(statistics.latency)));
  const byId = groupBy(
    newestFirst.flatMap(({ requirements }) => requirements),
    ({ id }) => id,
  );
  const facts = {
    runs: reports.map(runOf),
    requirements: [...byId.values()].flatMap(([newest]) => (newest ? trendOf(newest, reports) : [])),
    latency: [...operations].map((operation) => ({
      operation,
      runs: reports.map(({ statistics }) => latencyOf(operation, statistics)),
    })),
  };
  const attention = attentionTo(facts, reports);
  const { target } = reports.findLast((report) => report.target.name !== undefined) ?? reports.at(-1) ?? {};
  return {
    target: target ?? { baseUrl: "", embedded: false },
    contracts: [...new Set(reports.map(({ contract }) => contract.version))],
    summary: summarise({ ...facts, attention }),
    attention,
    ...facts,
  };
}

function runOf({ run, contract, conclusion, requirements }: Report): SeriesRun {
  const { id, startedAt, profile, seed, readOnly, duration, requests } = run;
  const { status, sentence } = conclusion;
  const testable = requirements.filter(
    ({ level, verdict }) => level !== "informative" && verdict !== "not applicable",
  );
  return {
    id,
    startedAt,
    contract: contract.version,
    profile,
    seed,
    readOnly,
    duration,
    requests,
    conclusion: { status, sentence },
    tested: testable.filter(({ verdict }) => isBroken[verdict] !== undefined).length,
    testable: testable.length,
  };
}

function latencyOf(operation: string, { latency }: Report["statistics"]): LatencyTrend["runs"][number] {
  // Its name may be one that every object inherits: a report comes from anyone.
  const times = Object.hasOwn(latency, operation) ? latency[operation] : undefined;
  return times === undefined ? null : { p50: times.p50, p95: times.p95, p99: times.p99 };
}

const mostOfReason = 400;

function trendOf(newest: RequirementReport, reports: readonly Report[]): RequirementTrend {
  const { id, level, section, sentence } = newest;
  const nights = reports.map((report) => {
    const requirement = report.requirements.find((each) => each.id === id);
    if (requirement === undefined) return undefined;
    const findings = findingsOf(requirement, report);
    const { verdict, reason } = requirement;
    const outcome = isWaived(requirement) && isBroken[verdict] ? ("waived" as const) : verdict;
    const why = reason ?? (findings[0] && contrast(findings[0]));
    return { verdict, outcome, why, intermittent: isFlaky(findings) };
  });
  const history = classify(nights);
  const last = nights[history.lastDecided ?? -1];
  return {
    id,
    level,
    section,
    sentence,
    ...history,
    ...(last && { last: last.outcome }),
    ...(last?.why !== undefined && { reason: last.why.slice(0, mostOfReason) }),
    verdicts: nights.map((night) => night?.outcome ?? null),
  };
}

/** Does a verdict say that a requirement is broken? The others decide nothing. */
const isBroken: Readonly<Partial<Record<Verdict, boolean>>> = {
  failed: true,
  warned: true,
  passed: false,
  observed: false,
};

/** One requirement in one run. */
export interface Night {
  readonly verdict: Verdict;
  /** Did it fail intermittently within the run? */
  readonly intermittent: boolean;
}

/** This many of the last runs that decided a requirement say whether it is flaky. */
const flakyWindow = 10;
/** This many changes between broken and passing make it flaky: broken and mended again is two. */
const flakyChanges = 3;

/**
 * Classifies a requirement by its verdicts, the oldest first; undefined where a run did not know it. The schema of
 * trends says what the members mean.
 */
export function classify(nights: readonly (Night | undefined)[]) {
  const decisions = nights.flatMap((night, index) => {
    const broken = night && isBroken[night.verdict];
    return broken === undefined ? [] : [{ index, broken, intermittent: night?.intermittent === true }];
  });
  const last = decisions.at(-1);
  const recent = decisions.slice(-flakyWindow);
  const changes = recent.filter(({ broken }, at) => at > 0 && recent[at - 1]?.broken !== broken).length;
  const before = decisions.findLastIndex(({ broken }) => broken !== last?.broken);
  const first = decisions[before + 1];
  const broken = recent.filter((each) => each.broken);
  const intermittent = broken.filter((each) => each.intermittent).length;
  return {
    state: stateOf(nights, last, decisions.at(-2)?.broken),
    ...(last && first && { since: first.index, lastDecided: last.index }),
    orEarlier: before === -1 && last !== undefined,
    flaky: changes >= flakyChanges || intermittent > 0,
    recent: { runs: recent.length, broken: broken.length, intermittent, changes },
  };
}

function stateOf(
  nights: readonly (Night | undefined)[],
  last: { readonly index: number; readonly broken: boolean } | undefined,
  wasBroken = false,
): RequirementTrend["state"] {
  if (nights.at(-1) === undefined) return "gone";
  if (last === undefined) return "never tested";
  const isNewest = last.index === nights.length - 1;
  if (!last.broken) return isNewest && wasBroken ? "fixed" : "passing";
  // With nothing to compare it with, nothing is new.
  const isFirstRun = nights.length === 1;
  return isNewest && !isFirstRun && !wasBroken ? "new failure" : "still failing";
}
