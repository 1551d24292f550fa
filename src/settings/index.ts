export { type ChosenContract, chooseContract } from "./choose-contract.js";
export { openConfiguration } from "./configuration/open-configuration.js";
export { findContradictions, type SchemaNode } from "./configuration/problems.js";
export { exitCodes, TargetError, whileListening } from "./exit-codes.js";
export { placesIn, refuseExposedKey } from "./exposed-keys.js";
export { readCredential } from "./keys.js";
export { kinds, readerOf, type ShellCommand } from "./kinds.js";
export {
  findRequirement,
  needName,
  readFormats,
  readRequirementIds,
  suggestName,
  warnOfOldIds,
} from "./known-names.js";
export { loadSettings } from "./load-settings.js";
export { loadNamedConfiguration, loadNamedSuite, loadSuite, suiteFor } from "./load-suite.js";
export { loadExposedKeys, loadSuites, loadTarget } from "./loaders.js";
export { describeEnd, isGroupAlive, signalGroup, stopGroup } from "./process-group.js";
export { addressStatedBy, type ResolvedSettings, resolveSettings } from "./resolve-settings.js";
export {
  configurationFile,
  defined,
  groups,
  kebabCase,
  type Setting,
  type Settings,
  settings,
} from "./settings.js";
export {
  needServing,
  openTarget,
  type ReferenceProcess,
  type Target,
  withTarget,
} from "./target.js";
export { tell, usesColor, warnOnStderr } from "./warn.js";
