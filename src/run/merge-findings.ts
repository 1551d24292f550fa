import { groupBy } from "../description/index.js";
import { keyOf } from "./findings.js";
import type { Confirmation, FindingReport, Report } from "./report.js";

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
