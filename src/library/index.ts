/**
 * Pedigree as a library: judge a server, run the reference server, read a contract.
 *
 * @example
 * const report = await runConformance({ target: "http://localhost:8080/v1", key });
 * if (report.conclusion.exitCode !== 0) console.error(renderSummary(report, { color: true, verbose: false }));
 */

export {
  type Breach,
  type CallOptions,
  type CheckDefinition,
  ConfigurationError,
  defineProperty,
  defineResponseCheck,
  type PropertyActor,
  type PropertyDefinition,
  type PropertyItem,
  type PropertyOperation,
  type PropertyResponse,
  type Requirement,
  type ResponseCheckDefinition,
  type ResponsePlace,
} from "../description/index.js";
export type {
  FindingReport,
  Replay,
  Report,
  RequirementReport,
  RunEvent,
  Verdict,
  Waiver,
} from "../engine/index.js";
export { renderSummary, writeReports } from "../report/index.js";
export type { ReferenceServer } from "../server/index.js";
export {
  loadContract,
  loadRunOptions,
  type ReferenceServerOptions,
  readContract,
  replayFinding,
  runConformance,
  startReferenceServer,
} from "./conformance.js";
export type { Contract, ContractSource, NamedSettings, RunOptions, RunSettings } from "./options.js";
