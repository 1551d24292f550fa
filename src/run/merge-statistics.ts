import { groupBy } from "../description/index.js";
import type { Report } from "./report.js";
import { percentile } from "./tally.js";

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
