export { asksForCredentials } from "./choose-contract.js";
export { findContradictions } from "./configuration/problems.js";
export { refuseExposedKey } from "./exposed-keys.js";
export { loadNamedConfiguration, loadNamedSuite } from "./load-suite.js";
export { findRequirement, readRequirementIds, suggestName } from "./names.js";
export { loadSettings, placesIn, resolveSettings } from "./resolve-settings.js";
export { defined, type Settings } from "./settings.js";
export { openTarget } from "./target.js";
