export { animalStore } from "./animal-store/index.js";
export {
  deriveContract,
  describeUnjudgedInput,
  exampleFaults,
  openApi,
  type PlannedOperation,
  planOperations,
  schemaBehind,
  unknownNames,
} from "./openapi/index.js";
