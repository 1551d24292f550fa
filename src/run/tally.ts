import type { Exchange } from "../http/index.js";
import type { Statistics } from "./report.js";

/** Counts exchanges without keeping them: a hostile target's answers would fill the memory. */
export interface Tally {
  readonly add: (exchange: Exchange) => void;
  readonly figures: () => Statistics;
}

/** A tally of nothing yet. */
export function createTally(): Tally {
  const answers: Record<string, Record<string, number>> = {};
  const durations: Record<string, number[]> = {};
  return {
    add: ({ case: request, outcome, duration }) => {
      const counts = answers[request.operation] ?? {};
      const key = outcome.kind === "answer" ? `${outcome.status}` : outcome.cause;
      answers[request.operation] = { ...counts, [key]: (counts[key] ?? 0) + 1 };
      if (outcome.kind === "no-answer") return;
      const all = durations[request.operation] ?? [];
      all.push(duration);
      durations[request.operation] = all;
    },
    figures: () => {
      const latency = Object.entries(durations).map(([operation, all]) => {
        const sorted = all.toSorted((left, right) => left - right);
        const at = (share: number): number => round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
        return [operation, { p50: at(0.5), p95: at(0.95), max: at(1) }] as const;
      });
      return { answers, latency: Object.fromEntries(latency) };
    },
  };
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
