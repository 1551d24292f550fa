import type { Contract } from "../description/index.js";
import { mergeReports, type Report } from "../run/index.js";

/**
 * Returns the result of the runs of a certification: the one that does not conform, or all as one, of which each requirement must
 * have been tested by one of them.
 */
export function resultOf(contract: Contract, reports: readonly Report[]): Report {
  const broken = reports.find(({ conclusion }) => conclusion.exitCode !== 0);
  if (broken !== undefined) return broken;
  const [first, ...others] = reports;
  if (first === undefined) throw new Error("a certification has a run");
  return mergeReports([first, ...others], contract, {
    requireTested: true,
    embedded: first.target.embedded,
    trouble: undefined,
  });
}
