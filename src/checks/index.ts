export { causeOfLostIds, causeOfOtherInteger } from "./decimal.js";
export {
  dayOnEarth,
  deprecationChecks,
  deprecationContradictions,
  linkTargets,
  malformedDeprecation,
  readDeprecation,
  readSunset,
} from "./deprecation.js";
export { type Failure, type Finding, type Interference, isSameFinding, type Place } from "./finding.js";
export { type BodySource, bodyScenarios, bodySchema, randomBodies, refusalsForSize } from "./input.js";
export {
  describeAccepted,
  describeOutcome,
  isGatewayResponse,
  isJsonMediaType,
  isRefusal,
  isSuccess,
  matchesStatus,
  type ParsedExchange,
  parseBody,
  parseExchange,
  shownJson,
  shownText,
} from "./parsed-exchange.js";
export { responseChecks } from "./response.js";
export { compareText, type TextFidelity } from "./same-text.js";
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
  tests,
  unlessSkipped,
} from "./scenario.js";
export { createSchemaValidator, shorten, type Violation } from "./schema.js";
export { refusedFor, type SecuredRequest, type SecuritySource, securityScenarios } from "./security.js";
export {
  answeredKey,
  type ItemChange,
  type KeyFacts,
  type Limits,
  mayProxyRespond,
  noStatistics,
  observe,
  type RunClock,
  type RunState,
  type Send,
  type Settings,
  type SingletonChange,
  type StateOptions,
  type Words,
} from "./state.js";
