export { type CleanUp, cleanTarget } from "./clean.js";
export { diagnose, runConformance } from "./conformance.js";
export type { ChangeEntry, CreationEntry } from "./creation-journal.js";
export { gatherJournal, type Journalled, type JournalledChange } from "./journalled.js";
export { type BrokenPlace, failuresIn } from "./known-failures.js";
export { mergeReports } from "./merge.js";
export {
  clientOptions,
  type Listener,
  type RunEvent,
  type RunOptions,
  type Shard,
  type StartedTarget,
  toolVersion,
} from "./options.js";
export { type ProfileName, profiles } from "./profile.js";
export { type Replay, replayFinding } from "./replay.js";
export type * from "./report-schema.js";
export { hideSecrets, hideTexts, type Secrecy, textsIn } from "./secrets.js";
export {
  type Cleaned,
  type DiagnosisOptions,
  type Judged,
  type LeftChange,
  type Network,
  type Preflight,
  realNetwork,
  type SendTo,
  type Suite,
  type Symptom,
} from "./suite.js";
export { durationFlag } from "./time-limit.js";
export type { Waiver } from "./verdict.js";

/** The form of report.json as zod schemas; loaded when it is asked for, since zod takes longer to load than a run's own code. */
export const loadReportSchema = () => import("./report-schema.js");
