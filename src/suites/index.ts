export { animalStore } from "./animal-store/index.js";

export {
  deriveContract,
  type Filter,
  filtersOf,
  openApi,
  type PlannedOperation,
  planOperations,
  schemaBehind,
  unknownNames,
} from "./openapi/index.js";
