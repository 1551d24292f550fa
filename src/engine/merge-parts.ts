import { groupBy } from "../description/index.js";
import { keyOf } from "./findings.js";
import type { Confirmation, FindingReport, Report } from "./report-schema.js";
import { percentile } from "./tally.js";

/** The findings of all reports, each once, as the smallest that shows it, in the order in which they come. */
export function mergeFindings(reports: readonly Report[]): readonly FindingReport[] {
  const merged: FindingReport[] = [];
  /** By problem: the index of the finding that shows it, of several the first one. */
  const places = new Map<string, number>();
  for (const finding of reports.flatMap(({ findings }) => findings)) {
    const keys = problemsOf(finding).map(keyOf);
    const place = Math.min(...keys.map((key) => places.get(key) ?? merged.length));
    const known = merged[place];
    merged[place] = known === undefined ? finding : join(known, finding);
    for (const key of keys) places.set(key, Math.min(place, places.get(key) ?? place));
  }
  return merged;
}

/** The problem that a finding shows first, and the others of the same cause. */
function problemsOf({ requirement, problem, problems = [] }: FindingReport) {
  return [{ requirement, problem }, ...problems];
}

function join(left: FindingReport, right: FindingReport): FindingReport {
  const [best, other] = isBetter(right, left) ? [right, left] : [left, right];
  const all = groupBy([best, other].flatMap(problemsOf), keyOf);
  const problems = [...all.values()].slice(1).map(([each]) => each);
  return {
    ...best,
    ...(problems.length === 0 ? {} : { problems }),
    requirements: union(best.requirements, other.requirements),
    operations: union(best.operations, other.operations),
    places: [
      ...new Map([...best.places, ...other.places].map((each) => [JSON.stringify(each), each])).values(),
    ],
    explainedBy: union(best.explainedBy, other.explainedBy),
    confirmation: confirmedBy(best.confirmation, other.confirmation),
    sightings: left.sightings + right.sightings,
  };
}

const trust: readonly Confirmation["status"][] = ["repeats", "intermittent", "seen-once"];

/** Does it show again more surely, or as surely and in fewer exchanges? */
function isBetter(left: FindingReport, right: FindingReport): boolean {
  const [doubt, otherDoubt] = [left, right].map(({ confirmation }) => trust.indexOf(confirmation.status));
  if (doubt !== otherDoubt) return (doubt ?? 0) < (otherDoubt ?? 0);
  return left.exchanges.length < right.exchanges.length;
}

/** Returns the best confirmation if it repeats. Otherwise adds up how often each report saw the finding. */
function confirmedBy(best: Confirmation, other: Confirmation): Confirmation {
  if (best.status === "repeats") return best;
  // A finding that others may have caused in both runs is no surer for it.
  if ("mayBeOthers" in best && "mayBeOthers" in other) return best;
  return { status: "intermittent", seen: timesSeen(best) + timesSeen(other) };
}

function timesSeen(confirmation: Confirmation): number {
  return confirmation.status === "seen-once" ? 1 : confirmation.seen;
}

function union(left: readonly string[], right: readonly string[]): readonly string[] {
  return [...new Set([...left, ...right])];
}

type Statistics = Report["statistics"];
type Latency = Statistics["latency"][string];
type Counts = Readonly<Record<string, number>>;

/** The figures of several runs together. */
export function mergeStatistics(parts: readonly Statistics[]): Statistics {
  const random = parts.flatMap((each) => each.random ?? []);
  return {
    responses: mergeValues(
      parts.map(({ responses }) => responses),
      sumCounts,
    ),
    latency: mergeValues(
      parts.map(({ latency }) => latency),
      mergeLatency,
    ),
    ...(random.length === 0 ? {} : { random: mergeRandom(random) }),
    coverage: mergeCoverage(parts.flatMap(({ coverage }) => coverage)),
  };
}

/** The sum of the counts under each name. */
export function sumCounts(parts: readonly Counts[]): Record<string, number> {
  return mergeValues(parts, (counts) => counts.reduce((sum, each) => sum + each, 0));
}

/** One value for each name, from all that stand under it. */
function mergeValues<Value>(
  parts: readonly Readonly<Record<string, Value>>[],
  merge: (values: readonly Value[]) => Value,
): Record<string, Value> {
  const entries = parts.flatMap((part) => Object.entries(part));
  const merged = [...groupBy(entries, ([name]) => name).values()].map((same) => {
    const [[name]] = same;
    return [name, merge(same.map(([, value]) => value))] as const;
  });
  return Object.fromEntries(merged);
}

type Random = NonNullable<Statistics["random"]>;

/** Each pair is counted by the part that tried it first. */
function mergeRandom(parts: readonly Random[]): Random {
  return {
    cases: parts.reduce((sum, { cases }) => sum + cases, 0),
    pairs: {
      tried: parts.reduce((sum, { pairs }) => sum + pairs.tried, 0),
      all: Math.max(...parts.map(({ pairs }) => pairs.all)),
    },
  };
}

/** Percentiles are those of the classes, up to 6 % too high. */
function mergeLatency(parts: readonly Latency[]): Latency {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const max = Math.max(...parts.map((each) => each.max));
  const counts = new Map<number, number>();
  for (const { upTo, count } of parts.flatMap(({ distribution }) => distribution))
    counts.set(upTo, (counts.get(upTo) ?? 0) + count);
  const distribution = [...counts]
    .map(([upTo, count]) => ({ upTo, count }))
    .toSorted((left, right) => left.upTo - right.upTo);
  const at = (share: number): number => Math.min(percentile(distribution, share), max);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max, distribution };
}

function mergeCoverage(entries: Statistics["coverage"]): Statistics["coverage"] {
  const bySort = groupBy(entries, ({ operation, kind, label }) => `${operation} ${kind} ${label}`);
  return [...bySort.values()].map((same) => {
    const [first] = same;
    return { ...first, responses: sumCounts(same.map(({ responses }) => responses)) };
  });
}
