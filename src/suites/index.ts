export { animalStore } from "./animal-store/index.js";

export {
  type Caution,
  collectedAt,
  deriveContract,
  deriveIdCandidates,
  deriveResources,
  deriveValueCandidates,
  describeCaution,
  findCautions,
  harmlessOperations,
  idNames,
  isAllowable,
  itemsIn,
  openApi,
  placeOf,
  type Resource,
  schemaBehind,
  unknownNames,
  unusedPrivateItems,
  type ValueCandidate,
} from "./openapi/index.js";
