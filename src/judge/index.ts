export { dayOnEarth, type HeaderDate, linkTargets, readDeprecation, readSunset } from "./deprecation.js";
export type { Finding, OtherCause, Place } from "./finding.js";
export {
  describeAccepted,
  describeOutcome,
  isGatewayAnswer,
  isJsonMediaType,
  matchesStatus,
  type Reading,
  readExchange,
} from "./reading.js";
export { compareText, type TextFidelity } from "./same-text.js";
export { createSchemaValidator, shorten, type ValidateSchema, type Violation } from "./schema.js";
