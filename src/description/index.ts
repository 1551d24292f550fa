export {
  type DescriptionOptions,
  type LoadedDescription,
  largestDescription,
  loadDescription,
  readDescription,
} from "./any-description.js";
export { groupBy, memoize, sparseObject } from "./collections.js";
export {
  type CataloguedContract,
  type Contract,
  isCatalogued,
  type Knowledge,
  loadContract,
  loadShippedFile,
  type NamedMember,
  noKnowledge,
  specDirectory,
  type UnderivedContract,
} from "./contract.js";
export {
  type Breach,
  type CallOptions,
  type CheckDefinition,
  defineProperty,
  defineResponseCheck,
  isCustomCheck,
  type PropertyActor,
  type PropertyDefinition,
  type PropertyItem,
  type PropertyOperation,
  type PropertyResponse,
  type ResponseCheckDefinition,
  type ResponsePlace,
} from "./custom-checks.js";
export { isHeaderName } from "./description.js";
export {
  ConfigurationError,
  isDeeper,
  loadYamlFile,
  readTextFile,
  UnreadableFile,
  type YamlFile,
} from "./file.js";
export { type GivenValues, splitByOperation, valuesFor } from "./given-values.js";
export {
  type Content,
  type Deprecation,
  type Encoding,
  essenceOf,
  jsonOf,
  type Method,
  type Operation,
  operationText,
  type Parameter,
  type ResponseSpec,
  responseTo,
} from "./operation.js";
export { downloadedFiles, mostFiles, referredFiles } from "./other-files.js";
export { atPointer, resolveSchema, type Schema, withoutSchemaNames } from "./references.js";
export {
  type Attribute,
  concerns,
  createAttribution,
  currentId,
  type Level,
  type OldIdListener,
  type Requirement,
  renamedIds,
} from "./requirement.js";
export type { Roles } from "./roles.js";
export { statedAddresses, statedPrefixes, statedTokenUrls } from "./servers.js";
export { type FactName, factsSchema, type StatedFacts } from "./stated-facts.js";
export { type StreamKind, streamKindOf } from "./stream-kinds.js";
