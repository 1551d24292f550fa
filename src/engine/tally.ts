import type { Exchange } from "../transport/index.js";
import { type Acceptable, type Case, caseKind, kindOfAnswers } from "../transport/index.js";
import type { Attempt } from "./attempt.js";
import { keyOf } from "./findings.js";
import type { Report } from "./report-schema.js";
import type { ScenarioFacts } from "./scenario.js";

/** Different cases of an operation that are counted apart; those after them are counted as `others`. */
const mostLabels = 200;
const others = "others";
/** Classes of latency to a decade, from 0.1 ms up: a percentile is at most 1.2 % too high. */
const perDecade = 200;
/** Of these, how many a report takes together: 40 to a decade are left. */
const together = 5;

type Statistics = Report["statistics"];
type Latency = Statistics["latency"][string];

interface Counted extends Omit<Statistics["coverage"][number], "responses"> {
  readonly responses: Record<string, number>;
}

/** The counts of one operation. */
interface OperationTally {
  readonly responses: Record<string, number>;
  /** Class of latency → how many responses. */
  readonly latency: Map<number, number>;
  /** In ms. */
  slowest: number;
  readonly coverage: Map<string, Counted>;
}

/** A tally of nothing yet. It counts exchanges without keeping them: a hostile target's answers would fill the memory. */
export function createTally() {
  const operations = new Map<string, OperationTally>();
  /** Status that was expected → the operations that answered with it. */
  const answered = new Map<Acceptable["status"], Set<string>>();
  return {
    add: ({ case: request, outcome, duration }: Exchange): void => {
      const known = operations.get(request.operation);
      const tally = known ?? { responses: {}, latency: new Map(), slowest: 0, coverage: new Map() };
      operations.set(request.operation, tally);
      const key = outcome.kind === "response" ? `${outcome.status}` : outcome.cause;
      count(tally.responses, key);
      count(entryOf(tally.coverage, request).responses, key);
      if (outcome.kind !== "response") return;
      for (const status of expectedOf(request, outcome.status))
        answered.set(status, (answered.get(status) ?? new Set()).add(request.operation));
      const index = Math.max(0, Math.ceil(perDecade * (Math.log10(duration) + 1)));
      tally.latency.set(index, (tally.latency.get(index) ?? 0) + 1);
      tally.slowest = Math.max(tally.slowest, duration);
    },
    /** Has a request that accepts these answers alone been answered so, by this operation or by any? */
    isAnswered: (accepts: readonly Acceptable[], operation?: string): boolean =>
      accepts.some(({ status }) => {
        const by = answered.get(status) ?? new Set();
        return operation === undefined ? by.size > 0 : by.has(operation);
      }),
    figures: (): Statistics => {
      const all = [...operations];
      const answered = all.filter(([, { latency }]) => latency.size > 0);
      return {
        responses: Object.fromEntries(all.map(([operation, { responses }]) => [operation, responses])),
        latency: Object.fromEntries(
          answered.map(([operation, tally]) => [operation, describeLatency(tally)]),
        ),
        coverage: all.flatMap(([, { coverage }]) => [...coverage.values()]),
      };
    },
  };
}

/** Statuses that refuse the contents of a request. Others may be about its address, or about its sender. */
const refusals: readonly number[] = [400, 422];

/** The accepted statuses that a response has; none where a refusal and a success would be right alike. */
function expectedOf({ accepts }: Case, status: number): readonly Acceptable["status"][] {
  if (kindOfAnswers(accepts) === "either") return [];
  return accepts
    .map((each) => each.status)
    .filter((each) => (each === "4xx" ? refusals.includes(status) : each === status));
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

function describeLatency({ latency, slowest }: OperationTally): Latency {
  const classes = [...latency].toSorted(([left], [right]) => left - right);
  const bound = (index: number): number => round(10 ** (index / perDecade - 1));
  const fine = classes.map(([index, number]) => ({ upTo: bound(index), count: number }));
  const at = (share: number): number => Math.min(percentile(fine, share), round(slowest));
  const counts = new Map<number, number>();
  for (const [index, number] of classes) {
    const upTo = bound(Math.ceil(index / together) * together);
    counts.set(upTo, (counts.get(upTo) ?? 0) + number);
  }
  const distribution = [...counts].map(([upTo, number]) => ({ upTo, count: number }));
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: round(slowest), distribution };
}

/** The upper bound of the class in which this share of all is reached; classes in rising order. */
export function percentile(classes: Latency["distribution"], share: number): number {
  const all = classes.reduce((sum, { count }) => sum + count, 0);
  let rest = Math.floor(share * (all - 1));
  const reached = classes.find(({ count }) => {
    rest -= count;
    return rest < 0;
  });
  return reached?.upTo ?? 0;
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}

/** How often something was seen, and between which shares of all cases it lies with 95 % certainty (Wilson's interval). */
export interface Rate {
  readonly seen: number;
  readonly of: number;
  /** From 0 to 1. */
  readonly from: number;
  readonly to: number;
}

/** Of the normal distribution, for 95 %. */
const z = 1.96;

/** @param of how many cases there were: at least one */
export function rateOf(seen: number, of: number): Rate {
  const share = seen / of;
  const centre = share + z ** 2 / (2 * of);
  const spread = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  const scale = 1 + z ** 2 / of;
  const round = (value: number): number => Number(Math.min(1, Math.max(0, value)).toPrecision(3));
  return { seen, of, from: round((centre - spread) / scale), to: round((centre + spread) / scale) };
}

/** The outcomes of the attempts of one check. */
export interface AttemptsOfCheck {
  /** How they ended → how many. */
  readonly counts: Record<string, number>;
  /** The first that ended in each way. */
  readonly firsts: Attempt[];
  /** By the id of a requirement: the first attempt that has put it to the test, as one that passed. */
  readonly proofs: Map<string, Attempt>;
  /** Finding → how many of them showed it at once. */
  readonly shown: Map<string, number>;
  /** How long they took, in ms. */
  duration: number;
}

/** Nothing was attempted yet. It takes no more room for a million attempts than for a few. */
export function createAttemptLog() {
  const entries = new Map<ScenarioFacts, AttemptsOfCheck>();
  return {
    /**
     * Attempts with inputs of one check, and how long they took together, in ms.
     * @param first those before anything was tried again
     */
    add: (
      check: ScenarioFacts,
      attempts: readonly Attempt[],
      duration: number,
      first: readonly Attempt[] = attempts,
    ): void => {
      const entry = entries.get(check) ?? nothing();
      entries.set(check, entry);
      entry.duration += duration;
      for (const { findings } of first)
        for (const key of new Set(findings.map(keyOf))) entry.shown.set(key, (entry.shown.get(key) ?? 0) + 1);
      for (const attempt of attempts) {
        const { status, evaluated } = attempt;
        const proof: Attempt = { ...attempt, status: "passed", reason: "", exchanges: [] };
        for (const requirement of evaluated)
          if (!entry.proofs.has(requirement)) entry.proofs.set(requirement, proof);
        entry.counts[status] = (entry.counts[status] ?? 0) + 1;
        // The exchanges are needed only where something was found, and the findings have them.
        if (entry.counts[status] === 1) entry.firsts.push({ ...attempt, exchanges: [] });
      }
    },
    of: (check: ScenarioFacts): Readonly<AttemptsOfCheck> => entries.get(check) ?? nothing(),
    all: (): readonly Readonly<AttemptsOfCheck>[] => [...entries.values()],
  };
}

function nothing(): AttemptsOfCheck {
  return { counts: {}, firsts: [], proofs: new Map(), shown: new Map(), duration: 0 };
}
