import { type CaseKind, caseKind } from "../generate/index.js";
import type { Exchange } from "../transport/index.js";
import type { Report } from "./report.js";

/** Counts exchanges without keeping them: a hostile target's answers would fill the memory. */
export interface Tally {
  readonly add: (exchange: Exchange) => void;
  readonly figures: () => Statistics;
}

/** Different cases of an operation that are counted apart; those after them are counted as `others`. */
const mostLabels = 200;
const others = "others";
/** Upper bounds of the classes of a latency distribution, in ms: ten to a decade. */
const bounds = Array.from({ length: 61 }, (_, index) => round(10 ** (index / 10 - 1)));

type Statistics = Report["statistics"];
type LatencyReport = Statistics["latency"][string];

interface Counted extends Omit<Statistics["coverage"][number], "responses"> {
  readonly responses: Record<string, number>;
}

/** A tally of nothing yet. */
export function createTally(): Tally {
  const responses: Record<string, Record<string, number>> = {};
  const coverage = new Map<string, Map<string, Counted>>();
  const durations = new Map<string, number[]>();
  return {
    add: ({ case: request, outcome, duration }) => {
      const { operation } = request;
      const key = outcome.kind === "response" ? `${outcome.status}` : outcome.cause;
      responses[operation] ??= {};
      count(responses[operation], key);
      const labels = coverage.get(operation) ?? new Map<string, Counted>();
      coverage.set(operation, labels);
      count(entryOf(labels, operation, caseKind(request), request.label).responses, key);
      if (outcome.kind === "transport-error") return;
      const all = durations.get(operation) ?? [];
      durations.set(operation, all);
      all.push(duration);
    },
    figures: () => ({
      responses,
      latency: Object.fromEntries(
        [...durations].map(([operation, all]) => [operation, describeLatency(all)]),
      ),
      coverage: [...coverage.values()].flatMap((labels) => [...labels.values()]),
    }),
  };
}

function entryOf(labels: Map<string, Counted>, operation: string, kind: CaseKind, wanted: string): Counted {
  const fits = labels.has(`${kind} ${wanted}`) || labels.size < mostLabels;
  const label = fits ? wanted : others;
  const entry = labels.get(`${kind} ${label}`) ?? { operation, kind, label, responses: {} };
  labels.set(`${kind} ${label}`, entry);
  return entry;
}

function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function describeLatency(durations: readonly number[]): LatencyReport {
  const sorted = durations.toSorted((left, right) => left - right);
  const at = (share: number): number => round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  const counts = new Map<number, number>();
  for (const duration of sorted) {
    const bound = bounds.find((each) => duration <= each) ?? round(duration);
    counts.set(bound, (counts.get(bound) ?? 0) + 1);
  }
  const distribution = [...counts].map(([upTo, number]) => ({ upTo, count: number }));
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1), distribution };
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
