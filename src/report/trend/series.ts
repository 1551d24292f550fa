import type { Level } from "../../contract/index.js";
import type { Verdict } from "../../run/index.js";
import { type ChoiceChange, compareChoices } from "./choices.js";
import { classify, type History } from "./history.js";
import type { RunRequirement, TrendRun, WaiverStatus } from "./read-run.js";

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
  readonly choices: readonly ChoiceChange[];
  readonly latency: readonly LatencyTrend[];
}

/** One run, without what is told by requirement and by operation. */
export type RunOfSeries = Omit<TrendRun, "requirements" | "latency" | "target">;

/** One requirement over all runs. */
export interface RequirementTrend extends History {
  readonly id: string;
  readonly level: Level;
  readonly section: string;
  readonly sentence: string;
  /** What the last run said that could tell. */
  readonly last?: Verdict;
  /** Did that run break it, and is that accepted for a time? */
  readonly waived: boolean;
  /** Null where the run did not know the requirement. */
  readonly verdicts: readonly (Verdict | null)[];
  /** What else there is to say of single runs. */
  readonly notes: readonly Note[];
}

/** More than a verdict. `run` is an index. */
export interface Note {
  readonly run: number;
  readonly reason?: string;
  readonly waiver?: WaiverStatus;
  readonly intermittent?: true;
}

/** How long an operation took. Null where the run did not call it. */
export interface LatencyTrend {
  readonly operation: string;
  /** In ms. */
  readonly runs: readonly ({ readonly p50: number; readonly p95: number; readonly p99: number } | null)[];
}

/** Everything about the runs against one target, the oldest first, but for the sentence. */
export function deriveSeries(runs: readonly TrendRun[]): Omit<Series, "sentence"> {
  const byRun = runs.map(({ requirements }) => new Map(requirements.map((each) => [each.id, each])));
  const ids = namesOf(runs, ({ requirements }) => requirements.map(({ id }) => id));
  const target = runs.findLast(({ target }) => target.name !== undefined) ?? runs.at(-1);
  return {
    target: target?.target ?? { baseUrl: "", embedded: false },
    contracts: [...new Set(runs.map(({ contract }) => contract))],
    runs: runs.map(({ requirements: _, latency: __, target: ___, ...run }) => run),
    requirements: ids.flatMap((id) => trendOf(byRun.map((each) => each.get(id)))),
    choices: ids.flatMap((id) =>
      compareChoices(
        id,
        byRun.map((each) => choicesOf(each.get(id))),
      ),
    ),
    latency: latencyOf(runs),
  };
}

/** What the newest run names comes first, in its order. */
function namesOf(runs: readonly TrendRun[], names: (run: TrendRun) => readonly string[]): readonly string[] {
  return [...new Set(runs.toReversed().flatMap(names))];
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
      ...(last === undefined ? {} : { last: last.verdict }),
      waived: last !== undefined && isBrokenButWaived(last),
      verdicts: nights.map((night) => night?.verdict ?? null),
      notes: nights.flatMap((night, run) => noteOf(night, run)),
    },
  ];
}

function isBrokenButWaived({ verdict, waiver }: RunRequirement): boolean {
  return (verdict === "failed" || verdict === "warned") && waiver === "applied";
}

function noteOf(night: RunRequirement | undefined, run: number): readonly Note[] {
  if (night === undefined || night.level === "informative") return [];
  const { reason, waiver, intermittent } = night;
  if (reason === undefined && waiver === undefined && !intermittent) return [];
  return [
    {
      run,
      ...(reason === undefined ? {} : { reason }),
      ...(waiver === undefined ? {} : { waiver }),
      ...(intermittent ? { intermittent } : {}),
    },
  ];
}

/** Undefined where the run did not look: it was not allowed to, or not able to. */
function choicesOf(night: RunRequirement | undefined): readonly string[] | undefined {
  if (night?.level !== "open" || night.verdict === "inconclusive") return undefined;
  return night.choices.length === 0 && night.verdict !== "observed" ? undefined : night.choices;
}

function latencyOf(runs: readonly TrendRun[]): readonly LatencyTrend[] {
  const operations = namesOf(runs, ({ latency }) => latency.map(({ operation }) => operation));
  return operations.map((operation) => ({
    operation,
    runs: runs.map(({ latency }) => {
      const found = latency.find((each) => each.operation === operation);
      return found === undefined ? null : { p50: found.p50, p95: found.p95, p99: found.p99 };
    }),
  }));
}
