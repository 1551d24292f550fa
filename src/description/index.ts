export { ConfigurationError } from "./configuration-error.js";
export { type Contract, loadContract, specDirectory } from "./contract.js";
export { type Operation, type Parameter, resolveSchema, type Schema } from "./operation.js";
export type { Level, Requirement } from "./requirement.js";
export type { Roles } from "./roles.js";
export { readTextFile, UnreadableFile } from "./text-file.js";
export { checkYamlFile, loadYamlFile, type YamlFile } from "./yaml-file.js";
