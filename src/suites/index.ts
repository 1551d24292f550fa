export { animalStore } from "./animal-store/index.js";
export { deriveContract, openApi } from "./openapi/index.js";
export {
  collectedAt,
  deriveResources,
  idNames,
  itemsIn,
  type Resource,
} from "./openapi/resource.js";
export { placeOf } from "./openapi/security.js";
export { harmlessOperations } from "./openapi/state.js";
export {
  type AnySchema,
  NoValue,
  plainSchema,
  typeOf,
  validValueOf,
} from "./openapi/valid-values.js";
