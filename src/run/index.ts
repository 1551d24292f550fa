export { type Check, type Phase, phases, putsToTest } from "./check.js";
export { runConformance } from "./conformance.js";
export type { CreationEntry } from "./creations.js";
export { diagnose } from "./diagnose.js";
export type { Patient, Symptom } from "./diagnosis.js";
export type { Listener, RunEvent } from "./events.js";
export type { RunOptions } from "./options.js";
export { type ProfileName, profiles } from "./profile.js";
export { type Replay, replayFinding } from "./replay.js";
export type { BodyReport, ExchangeReport, FindingReport, Report, RequirementReport } from "./report.js";
export type { Objection, ResponseCheck } from "./response-check.js";
export {
  answeredKey,
  mayProxyAnswer,
  observe,
  type RunState,
  type Send,
  type StateOptions,
} from "./state.js";
export { Stop } from "./stop.js";
export type { Preflight, SendTo, Suite } from "./suite.js";
export type { Contradiction, TestContext } from "./test-context.js";
export { toolVersion } from "./tool-version.js";
export { type Verdict, verdicts } from "./verdict.js";
export type { Waiver } from "./waiver.js";
