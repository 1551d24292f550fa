import { createHash } from "node:crypto";
import { type Contract, groupBy } from "../description/index.js";
import { type ConclusionOptions, conclude } from "./conclusion.js";
import { compareFailures } from "./known-failures.js";
import { mergeFindings, mergeStatistics, sumCounts } from "./merge-parts.js";
import { mostLogged } from "./record.js";
import type { KnowledgeUse, Learnt, Report, RequirementReport, Verdict } from "./report-schema.js";
import {
  applyWaivers,
  countVerdicts,
  factsOf,
  type Judgement,
  rootCausesFirst,
  verdictOfBroken,
  worstFirst,
} from "./verdict.js";
import { verdicts } from "./verdicts.js";

/**
 * Makes one report of several runs on one target that were parts of one: as if one run had tried all their cases. A finding
 * that each saw once only is confirmed where two saw it.
 * @param reports the one that walked through the rules first
 */
export function mergeReports(
  reports: readonly [Report, ...Report[]],
  contract: Contract,
  options: ConclusionOptions,
): Report {
  const [first] = reports;
  const merged = mergeFindings(reports);
  const byId = groupBy(
    reports.flatMap(({ requirements }) => requirements),
    ({ id }) => id,
  );
  const judgements = contract.requirements.map((requirement): Judgement => {
    const isBroken = merged.some(
      ({ requirements, confirmation }) =>
        requirements.includes(requirement.id) && confirmation.status !== "seen-once",
    );
    const { verdict, reason, lacks } = mergeVerdicts(byId.get(requirement.id) ?? []);
    const isNews = isBroken && verdict === "inconclusive";
    return {
      requirement,
      verdict: isNews
        ? verdictOfBroken(requirement.level, requirement.warnsIn.includes(first.run.profile))
        : verdict,
      reason: isNews ? undefined : reason,
      ...(lacks === undefined ? {} : { lacks }),
      groups: [],
    };
  });
  const waivers = first.requirements.flatMap(({ id, waiver }) =>
    waiver === undefined ? [] : [{ requirement: id, ...waiver }],
  );
  const startedAt = reports.map(({ run }) => run.startedAt).toSorted()[0] ?? first.run.startedAt;
  const judged = applyWaivers(judgements, waivers, new Date(startedAt));
  const order = rootCausesFirst(judged.toSorted(worstFirst)).map(({ requirement }) => requirement.id);
  const byRequirement = new Map(judged.map((each) => [each.requirement.id, each]));
  const findings = merged
    .toSorted((left, right) => order.indexOf(left.requirement) - order.indexOf(right.requirement))
    .map((finding, index) => ({
      ...finding,
      number: index + 1,
      verdict: byRequirement.get(finding.requirement)?.verdict ?? finding.verdict,
    }));
  return {
    ...first,
    run: mergeRuns(reports, startedAt),
    conclusion: conclude(judged, {
      ...options,
      scheme: first.target.scheme,
      comparison: compareFailures(
        options.knownFailures,
        merged.flatMap(({ places }) => places),
        judged,
      ),
    }),
    counts: countVerdicts(judged),
    requirements: judged.map((judgement) => ({
      ...mergeRequirement(byId.get(judgement.requirement.id) ?? [], judgement),
      findings: findings
        .filter(({ requirements }) => requirements.includes(judgement.requirement.id))
        .map(({ number }) => number),
    })),
    findings,
    statistics: mergeStatistics(reports.map(({ statistics }) => statistics)),
    exchanges: {
      all: reports.reduce((sum, { exchanges }) => sum + exchanges.all, 0),
      entries: reports.flatMap(({ exchanges }) => exchanges.entries).slice(0, mostLogged),
    },
  };
}

/** Returns the worst of the verdicts that decide something. Where none does, the first says why. */
function mergeVerdicts(
  parts: readonly RequirementReport[],
): Pick<RequirementReport, "verdict" | "lacks"> & { readonly reason: string | undefined } {
  const undecided: readonly Verdict[] = ["untested", "not applicable"];
  const rank = ({ verdict }: RequirementReport): number =>
    undecided.includes(verdict) ? verdicts.length : verdicts.indexOf(verdict);
  const [worst] = parts.toSorted((left, right) => rank(left) - rank(right));
  const { verdict = "untested", reason, lacks } = worst ?? {};
  return { verdict, reason, ...(lacks === undefined ? {} : { lacks }) };
}

function mergeRuns(reports: readonly [Report, ...Report[]], startedAt: string): Report["run"] {
  const [{ run }] = reports;
  const {
    shard: _,
    knowledge = [],
    left: __,
    leftReasons: ___,
    unrestored: ____,
    learnt: _____,
    ...facts
  } = run;
  const all = reports.map((each) => each.run);
  const learnt = mergeLearnt(all);
  const left = all.flatMap((each) => each.left ?? []);
  const leftReasons = Object.assign({}, ...all.map((each) => each.leftReasons ?? {})) as Record<
    string,
    string
  >;
  const unrestored = all.flatMap((each) => each.unrestored ?? []);
  const sum = (count: (of: Report["run"]) => number): number =>
    all.reduce((total, each) => total + count(each), 0);
  const ends = all.map((each) => Date.parse(each.startedAt) + each.duration);
  const merged = all.flatMap((each) => each.merged ?? [each.id]);
  return {
    ...facts,
    id: createHash("sha256").update(merged.join()).digest("hex").slice(0, 32),
    startedAt,
    duration: Math.max(...ends) - Date.parse(startedAt),
    requests: sum(({ requests }) => requests),
    created: sum(({ created }) => created),
    ...(run.deleted === undefined ? {} : { deleted: sum(({ deleted = 0 }) => deleted) }),
    ...(left.length === 0 ? {} : { left, leftReasons }),
    ...(unrestored.length === 0 ? {} : { unrestored }),
    categories: [...new Set(all.flatMap(({ categories }) => categories))],
    interrupted: all.some(({ interrupted }) => interrupted),
    ...(knowledge.length === 0 ? {} : { knowledge: mergeKnowledge(all) }),
    ...(learnt.length === 0 ? {} : { learnt }),
    merged,
  };
}

/** Merges the facts that the parts have learnt of members: each stands once. */
function mergeLearnt(runs: readonly Report["run"][]): readonly Learnt[] {
  const all = runs.flatMap(({ learnt = [] }) => learnt);
  return [...groupBy(all, ({ operation, member, rule }) => `${operation} ${member} ${rule}`).values()].map(
    ([first]) => first,
  );
}

/** Merges the knowledge of all parts. An entry that one part used counts as used. */
function mergeKnowledge(runs: readonly Report["run"][]): readonly KnowledgeUse[] {
  const all = runs.flatMap(({ knowledge = [] }) => knowledge);
  const same = groupBy(all, ({ section, name }) => `${section} ${name}`);
  return [...same.values()].map((each) => each.find(({ status }) => status === "used") ?? each[0]);
}

function mergeRequirement(
  parts: readonly RequirementReport[],
  { requirement, verdict, reason, lacks, waiver }: Judgement,
): RequirementReport {
  return {
    ...factsOf(requirement),
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(lacks === undefined ? {} : { lacks }),
    ...(waiver === undefined ? {} : { waiver }),
    checks: mergeChecks(parts.flatMap(({ checks }) => checks)),
    observations: mergeObservations(parts.flatMap(({ observations }) => observations)),
    findings: [],
  };
}

function mergeChecks(checks: RequirementReport["checks"]): RequirementReport["checks"] {
  return [...groupBy(checks, ({ id }) => id).values()].map((same) => {
    const [first] = same;
    const durations = same.flatMap(({ duration }) => duration ?? []);
    return {
      ...first,
      inputs: sumCounts(same.map(({ inputs }) => inputs)),
      ...(durations.length === 0 ? {} : { duration: durations.reduce((sum, each) => sum + each, 0) }),
    };
  });
}

function mergeObservations(
  observations: RequirementReport["observations"],
): RequirementReport["observations"] {
  const counts = sumCounts(observations.map(({ choice, count }) => ({ [choice]: count })));
  return Object.entries(counts).map(([choice, count]) => ({ choice, count }));
}
