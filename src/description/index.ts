export { type Contract, loadContract, specDirectory } from "./contract.js";
export { type Description, loadDescription } from "./description.js";
export {
  type Deprecation,
  jsonOf,
  type Operation,
  type Parameter,
  type ResponseSpec,
  responseTo,
} from "./operation.js";
export {
  type Attribute,
  concerns,
  createAttribution,
  type Level,
  type Requirement,
} from "./requirement.js";
export type { Roles } from "./roles.js";
export { resolveSchema, type Schema } from "./schema.js";
export { ConfigurationError, readTextFile, UnreadableFile } from "./text-file.js";
export { isDeeper, loadYamlFile, type YamlFile } from "./yaml-file.js";
