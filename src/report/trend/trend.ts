import { toolVersion } from "../../run/index.js";
import { groupBy } from "../group-by.js";
import type { LeftOut } from "./find-reports.js";
import type { Gathered } from "./gather.js";
import type { TrendRun } from "./read-run.js";
import { deriveSeries, type Series } from "./series.js";

/** What many runs come to: `trend.json`, described by `spec/trend.schema.json`. */
export interface Trend {
  readonly format: "pedigree-trend/1";
  readonly tool: { readonly name: "pedigree"; readonly version: string };
  /** One a target; the target with the newest run first. */
  readonly series: readonly Series[];
  /** How many reports told of a run that another told of already. */
  readonly duplicates: number;
  /** Paths that could not be used, and why. */
  readonly leftOut: readonly LeftOut[];
}

/** Puts runs of the same target together, and works out what became of each requirement. Pure. */
export function deriveTrend({ runs, leftOut, duplicates }: Gathered): Trend {
  const byTarget = [...groupBy(runs, keyOf).values()];
  const newestFirst = byTarget.sort((left, right) => (startOf(left) < startOf(right) ? 1 : -1));
  return {
    format: "pedigree-trend/1",
    tool: { name: "pedigree", version: toolVersion },
    series: newestFirst.map(deriveSeries),
    duplicates,
    leftOut,
  };
}

/** The embedded server has another port each time. Names are a matter of who configures: the address tells targets apart. */
function keyOf({ target }: TrendRun): string {
  return target.embedded ? "embedded" : `at ${target.baseUrl}`;
}

function startOf(runs: readonly TrendRun[]): string {
  return runs.at(-1)?.startedAt ?? "";
}
