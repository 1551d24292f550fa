export { cleanTarget } from "./clean.js";
export {
  boundaryInt64,
  type Combination,
  createCombinations,
  type Dimension,
  type Dimensions,
  deriveEdgeIntegers,
  deriveEdgeWords,
  deriveOtherSpellings,
  deriveValidIntegers,
  type EdgeCaseQuery,
  notInt64,
  plainest,
} from "./combinations.js";
export type { ChangeEntry, CreationEntry } from "./creation-journal.js";
export {
  dayOnEarth,
  deprecationChecks,
  deprecationContradictions,
  linkTargets,
  malformedDeprecation,
  readDeprecation,
  readSunset,
} from "./deprecation.js";
export type { Failure, Finding, FindingPlace, Interference } from "./finding.js";
export { hideSecrets, hideTexts, type Secrecy, textsIn } from "./hidden-secrets.js";
export { gatherJournal, type Journalled, type JournalledChange } from "./journalled.js";
export { failuresIn } from "./known-failures.js";
export { mergeReports } from "./merge.js";
export {
  describeAccepted,
  describeOutcome,
  isGatewayResponse,
  isJsonMediaType,
  isRefusal,
  isSuccess,
  type ParsedExchange,
  parseBody,
  parseExchange,
  shownJson,
  shownText,
} from "./parsed-exchange.js";
export { type ProfileName, profiles } from "./profile.js";
export { type Replay, replayFinding } from "./replay.js";
export type {
  BodyReport,
  Confirmation,
  ExchangeReport,
  FindingReport,
  Immutable,
  KnowledgeUse,
  Learnt,
  LoggedExchange,
  Report,
  RequirementReport,
  Verdict,
  WaiverOutcome,
} from "./report-schema.js";
export { diagnose, runConformance } from "./run-conformance.js";
export {
  clientOptions,
  type Listener,
  type RunEvent,
  type RunOptions,
  type Shard,
  type StartedTarget,
  toolVersion,
} from "./run-options.js";
export {
  answeredKey,
  type ItemChange,
  mayProxyRespond,
  noStatistics,
  observe,
  type RunClock,
  type RunState,
  type Send,
  type StateOptions,
} from "./run-state.js";
export {
  type Choice,
  isAbout,
  type Objection,
  type Phase,
  phases,
  type ResponseCheck,
  type Scenario,
  type ScenarioFacts,
  Skip,
  skipOf,
  statusChoice,
  type TestContext,
  unlessSkipped,
} from "./scenario.js";
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
