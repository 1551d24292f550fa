export { deprecationChecks } from "./deprecation.js";
export {
  dayOnEarth,
  type HeaderDate,
  linkTargets,
  readDeprecation,
  readSunset,
} from "./deprecation-headers.js";
export type { Finding, Interference, Place } from "./finding.js";
export { type BodySource, bodyScenarios, bodySchema, type RefusedBody } from "./input.js";
export {
  describeAccepted,
  describeOutcome,
  isGatewayResponse,
  isJsonMediaType,
  isSuccess,
  matchesStatus,
  type ParsedExchange,
  parseExchange,
} from "./parsed-exchange.js";
export { responseChecks } from "./response.js";
export type { Objection, ResponseCheck } from "./response-check.js";
export { compareText, type TextFidelity } from "./same-text.js";
export { isAbout, type Phase, phases, type Scenario, type ScenarioFacts, tests } from "./scenario.js";
export { createSchemaValidator, shorten, type ValidateSchema, type Violation } from "./schema.js";
export {
  refusedFor,
  type SecuredRequest,
  type SecuritySource,
  securityScenarios,
} from "./security.js";
export { Skip } from "./skip.js";
export {
  answeredKey,
  mayProxyRespond,
  observe,
  type RunState,
  type Send,
  type StateOptions,
} from "./state.js";
export { type Choice, type Failure, statusChoice, type TestContext } from "./test-context.js";
