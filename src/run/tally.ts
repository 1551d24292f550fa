import { type Case, caseKind } from "../generate/index.js";
import type { Exchange } from "../transport/index.js";
import type { Report } from "./report.js";

/** Different cases of an operation that are counted apart; those after them are counted as `others`. */
const mostLabels = 200;
const others = "others";
/** Upper bounds of the classes of a latency distribution, in ms: ten to a decade. */
const bounds = Array.from({ length: 61 }, (_, index) => round(10 ** (index / 10 - 1)));

type Statistics = Report["statistics"];

interface Counted extends Omit<Statistics["coverage"][number], "responses"> {
  readonly responses: Record<string, number>;
}

/** What is counted of one operation. */
interface OperationTally {
  readonly responses: Record<string, number>;
  readonly durations: number[];
  readonly coverage: Map<string, Counted>;
}

/** A tally of nothing yet. It counts exchanges without keeping them: a hostile target's answers would fill the memory. */
export function createTally() {
  const operations = new Map<string, OperationTally>();
  return {
    add: ({ case: request, outcome, duration }: Exchange): void => {
      const known = operations.get(request.operation);
      const tally: OperationTally = known ?? { responses: {}, durations: [], coverage: new Map() };
      operations.set(request.operation, tally);
      const key = outcome.kind === "response" ? `${outcome.status}` : outcome.cause;
      count(tally.responses, key);
      count(entryOf(tally.coverage, request).responses, key);
      if (outcome.kind === "response") tally.durations.push(duration);
    },
    figures: (): Statistics => {
      const all = [...operations];
      const answered = all.filter(([, { durations }]) => durations.length > 0);
      return {
        responses: Object.fromEntries(all.map(([operation, { responses }]) => [operation, responses])),
        latency: Object.fromEntries(
          answered.map(([operation, { durations }]) => [operation, describeLatency(durations)]),
        ),
        coverage: all.flatMap(([, { coverage }]) => [...coverage.values()]),
      };
    },
  };
}

function entryOf(coverage: Map<string, Counted>, request: Case): Counted {
  const { operation } = request;
  const kind = caseKind(request);
  const fits = coverage.has(`${kind} ${request.label}`) || coverage.size < mostLabels;
  const label = fits ? request.label : others;
  const entry = coverage.get(`${kind} ${label}`) ?? { operation, kind, label, responses: {} };
  coverage.set(`${kind} ${label}`, entry);
  return entry;
}

function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function describeLatency(durations: readonly number[]): Statistics["latency"][string] {
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
