export {
  allowsNothing,
  entrySchema,
  isMap,
  isUndecided,
  leavesChoice,
  othersThanNull,
  plainSchema,
  schemaAt,
  typeOf,
} from "./any-schema.js";
export { conditionsOf, joined } from "./conditions.js";
export { causeOfIntegerOutOfRange, causeOfLostIds, causeOfOtherInteger } from "./decimal.js";
export { isOfType, misfitOf } from "./misfit.js";
export {
  createPattern,
  grantMatchingTime,
  matchWithinLimit,
  patternIn,
  undecidedPatterns,
} from "./pattern.js";
export type { AnySchema } from "./schema-keywords.js";
export { noneOfFormat, textFor, textOfLength, wordMatching } from "./valid-texts.js";
export { draftValue, refinedValueOf, statedJson, validValueOf, valueIfAny } from "./valid-values.js";
export { createSchemaValidator, type SchemaViolation, shorten, type ValidateSchema } from "./validator.js";
export { leftOutSchemas } from "./value-cost.js";
export {
  bareShape,
  fullShape,
  isEnd,
  type MemberRefinement,
  NoValue,
  type Shape,
  type ValueOptions,
  wordsIn,
} from "./value-options.js";
