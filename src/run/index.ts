export { runConformance } from "./conformance.js";
export type { Listener, RunEvent } from "./events.js";
export type { RunOptions } from "./options.js";
export { type ProfileName, profiles } from "./profile.js";
export { type Replay, replayFinding } from "./replay.js";
export type { BodyReport, ExchangeReport, FindingReport, Report, RequirementReport } from "./report.js";
export { toolVersion } from "./tool-version.js";
export { type Verdict, verdicts } from "./verdict.js";
