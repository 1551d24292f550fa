export { runConformance } from "./conformance.js";
export type { ChangeEntry, CreationEntry } from "./creation-journal.js";
export { diagnose } from "./diagnose.js";
export { continueReport, mergeReports } from "./merge.js";
export { type Network, realNetwork } from "./network.js";
export {
  clientOptions,
  type Listener,
  type RunEvent,
  type RunOptions,
  type StartedTarget,
  toolVersion,
} from "./options.js";
export { textsIn } from "./own-words.js";
export type { Shard } from "./part.js";
export { type ProfileName, profiles } from "./profile.js";
export { type Replay, replayFinding } from "./replay.js";
export type * from "./report.js";
export { hideSecrets, hideTexts, type Secrecy } from "./secrets.js";
export type { DiagnosisOptions, LeftChange, Preflight, SendTo, Suite, Symptom } from "./suite.js";
export { durationFlag } from "./time-limit.js";
export type { Waiver } from "./verdict.js";

/** The form of report.json as zod schemas; loaded when it is asked for, since zod takes longer to load than a run's own code. */
export const loadReportSchema = () => import("./report-schema.js");
