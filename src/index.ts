/**
 * Pedigree as a library: judge a server, run the reference server, read the contract.
 *
 * @example
 * const report = await runConformance({ contract: loadContract(), baseUrl, key });
 * if (report.conclusion.exitCode !== 0) console.error(renderSummary(report, { color: true, … }));
 */
export { ConfigurationError, type Contract, loadContract, type Requirement } from "./contract/index.js";
export { type ReferenceServer, startReferenceServer } from "./reference/index.js";
export { renderSummary, writeReports } from "./report/index.js";
export {
  type FindingReport,
  type Report,
  type RequirementReport,
  type RunEvent,
  type RunOptions,
  replayFinding,
  runConformance,
  type Verdict,
} from "./run/index.js";
