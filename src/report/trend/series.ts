import type { FindingReport, Report, RequirementReport } from "../../run/index.js";
import { contrast, findingsOf, isFlaky, isWaived } from "../requirement-facts.js";
import { attentionTo } from "./attention.js";
import { classify, isBroken } from "./history.js";
import { summarise } from "./summarise.js";
import type { LatencyTrend, Outcome, RequirementTrend, Series, SeriesRun } from "./trend-schema.js";

/** Everything about the runs against one target, the oldest first. */
export function deriveSeries(reports: readonly Report[]): Series {
  const byReport = reports.map(
    (report) =>
      new Map(
        report.requirements.map((requirement) => [
          requirement.id,
          { requirement, findings: findingsOf(requirement, report) },
        ]),
      ),
  );
  const ids = namesOf(reports, ({ requirements }) => requirements.map(({ id }) => id));
  const facts = {
    runs: reports.map(runOf),
    requirements: ids.flatMap((id) => trendOf(byReport.map((each) => each.get(id)))),
    latency: namesOf(reports, ({ statistics }) => Object.keys(statistics.latency)).map((operation) => ({
      operation,
      runs: reports.map(({ statistics }) => latencyOf(operation, statistics)),
    })),
  };
  const attention = attentionTo(facts);
  const { target } = reports.findLast((report) => report.target.name !== undefined) ?? reports.at(-1) ?? {};
  return {
    target: target ?? { baseUrl: "", embedded: false },
    contracts: [...new Set(reports.map(({ contract }) => contract.version))],
    summary: summarise({ ...facts, attention }),
    attention,
    ...facts,
  };
}

/** What the newest run names comes first, in its order. */
function namesOf(
  reports: readonly Report[],
  names: (report: Report) => readonly string[],
): readonly string[] {
  return [...new Set(reports.toReversed().flatMap(names))];
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
    tested: testable.filter(({ verdict }) => isBroken(verdict) !== undefined).length,
    testable: testable.length,
  };
}

function latencyOf(operation: string, { latency }: Report["statistics"]): LatencyTrend["runs"][number] {
  // Its name may be one that every object inherits: a report comes from anyone.
  const times = Object.hasOwn(latency, operation) ? latency[operation] : undefined;
  return times === undefined ? null : { p50: times.p50, p95: times.p95, p99: times.p99 };
}

/** One requirement in the report of a run, with what contradicts it. */
interface RequirementInRun {
  readonly requirement: RequirementReport;
  readonly findings: readonly FindingReport[];
}

const mostOfReason = 400;

function trendOf(nights: readonly (RequirementInRun | undefined)[]): readonly RequirementTrend[] {
  const newest = nights.findLast((night) => night !== undefined);
  if (newest === undefined) return [];
  const { id, level, section, sentence } = newest.requirement;
  const history = classify(
    nights.map(
      (night) => night && { verdict: night.requirement.verdict, intermittent: isFlaky(night.findings) },
    ),
  );
  const last = nights[history.lastDecided ?? -1];
  const reason = last?.requirement.reason ?? (last?.findings[0] && contrast(last.findings[0]));
  return [
    {
      id,
      level,
      section,
      sentence,
      ...history,
      ...(last === undefined ? {} : { last: outcomeOf(last) }),
      ...(reason === undefined ? {} : { reason: reason.slice(0, mostOfReason) }),
      verdicts: nights.map((night) => (night === undefined ? null : outcomeOf(night))),
    },
  ];
}

function outcomeOf({ requirement }: RequirementInRun): Outcome {
  const { verdict } = requirement;
  return isWaived(requirement) && isBroken(verdict) === true ? "waived" : verdict;
}
