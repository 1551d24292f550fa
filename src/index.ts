/**
 * Pedigree as a library: judge a server, run the reference server, read the contract.
 *
 * @example
 * const report = await runConformance({ contract: loadContract(), baseUrl, key });
 * if (report.conclusion.exitCode !== 0) console.error(renderSummary(report, { color: true, … }));
 */
import {
  type FindingReport,
  runConformance as judge,
  type Replay,
  type Report,
  type RunOptions,
  replayFinding as replay,
} from "./run/index.js";
import { animalStore } from "./suites/index.js";

export { ConfigurationError, type Contract, loadContract, type Requirement } from "./description/index.js";
export { type ReferenceServer, startReferenceServer } from "./reference/index.js";
export { renderSummary, writeReports } from "./report/index.js";
export type { FindingReport, Report, RequirementReport, RunEvent, RunOptions, Verdict } from "./run/index.js";

/** Judges a server against the Animal Store interface. */
export function runConformance(options: RunOptions): Promise<Report> {
  return judge(animalStore, options);
}

/** Sends a finding's counterexample again. */
export function replayFinding(options: RunOptions, finding: FindingReport): Promise<Replay> {
  return replay(animalStore, options, finding);
}
