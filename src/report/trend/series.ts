import type { Level } from "../../description/index.js";
import type { Verdict } from "../../run/index.js";
import { classify, type History } from "./history.js";
import type { Latency, RunRequirement, TrendRun } from "./read-run.js";

/** The runs against one target, the oldest first. Where a list goes with them, it has one entry a run. */
export interface Series {
  readonly target: TrendRun["target"];
  /** Versions of the contract, in the order in which they were met. */
  readonly contracts: readonly string[];
  /** What changed since the last run, and how the series stands. */
  readonly sentence: string;
  readonly runs: readonly RunOfSeries[];
  /** In the order of the newest catalogue; those that it does not have any more come last. */
  readonly requirements: readonly RequirementTrend[];
  readonly latency: readonly LatencyTrend[];
}

/** One run, without what is told by requirement and by operation. */
export interface RunOfSeries extends Omit<TrendRun, "requirements" | "latency" | "target"> {
  /** Requirements that it could decide, of those that a request can test. */
  readonly tested: number;
  readonly testable: number;
}

/** One requirement over all runs. */
export interface RequirementTrend extends History {
  readonly id: string;
  readonly level: Level;
  readonly section: string;
  readonly sentence: string;
  /** What the last run said that could tell. */
  readonly last?: Standing;
  /** Why, where there is more to say than the verdict. */
  readonly reason?: string;
  /** Null where the run did not know the requirement. */
  readonly verdicts: readonly (Standing | null)[];
}

/** A verdict; what is broken and waived is told apart. */
export type Standing = Verdict | "waived";

/** How long an operation took. Null where the run did not call it. */
export interface LatencyTrend {
  readonly operation: string;
  readonly runs: readonly (Latency | null)[];
}

/** Everything about the runs against one target, the oldest first, but for the sentence. */
export function deriveSeries(runs: readonly TrendRun[]): Omit<Series, "sentence"> {
  const byRun = runs.map(({ requirements }) => new Map(requirements.map((each) => [each.id, each])));
  const ids = namesOf(runs, ({ requirements }) => requirements.map(({ id }) => id));
  const target = runs.findLast(({ target }) => target.name !== undefined) ?? runs.at(-1);
  return {
    target: target?.target ?? { baseUrl: "", embedded: false },
    contracts: [...new Set(runs.map(({ contract }) => contract))],
    runs: runs.map(({ requirements, latency: _, target: __, ...run }) => ({
      ...run,
      ...countTested(requirements),
    })),
    requirements: ids.flatMap((id) => trendOf(byRun.map((each) => each.get(id)))),
    latency: namesOf(runs, ({ latency }) => Object.keys(latency)).map((operation) => ({
      operation,
      runs: runs.map(({ latency }) => latency[operation] ?? null),
    })),
  };
}

/** What the newest run names comes first, in its order. */
function namesOf(runs: readonly TrendRun[], names: (run: TrendRun) => readonly string[]): readonly string[] {
  return [...new Set(runs.toReversed().flatMap(names))];
}

function countTested(requirements: readonly RunRequirement[]): { tested: number; testable: number } {
  const testable = requirements.filter(
    ({ level, verdict }) => level !== "informative" && verdict !== "not applicable",
  );
  const tested = testable.filter(({ verdict }) => verdict !== "untested" && verdict !== "inconclusive");
  return { tested: tested.length, testable: testable.length };
}

function trendOf(nights: readonly (RunRequirement | undefined)[]): readonly RequirementTrend[] {
  const newest = nights.findLast((night) => night !== undefined);
  if (newest === undefined) return [];
  const { id, level, section, sentence } = newest;
  const history = classify(nights);
  const last = history.lastTold === undefined ? undefined : nights[history.lastTold];
  return [
    {
      id,
      level,
      section,
      sentence,
      ...history,
      ...(last === undefined ? {} : { last: standingOf(last) }),
      ...(last?.reason === undefined ? {} : { reason: last.reason }),
      verdicts: nights.map((night) => (night === undefined ? null : standingOf(night))),
    },
  ];
}

function standingOf({ verdict, waived }: RunRequirement): Standing {
  return waived ? "waived" : verdict;
}
