export { asksForCredentials } from "./choose-suite.js";
export { findContradictions } from "./configuration/problems.js";
export { refuseExposedKey } from "./credentials.js";
export { loadNamedConfiguration, loadNamedSuite } from "./load-suite.js";
export { loadSettings, placesIn, resolveSettings } from "./resolve-settings.js";
export { defined, type Settings } from "./settings.js";
export { openTarget } from "./target.js";
export { findRequirement, readRequirementIds } from "./values.js";
