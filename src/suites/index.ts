export { animalStore } from "./animal-store/index.js";

export {
  collectedAt,
  deriveContract,
  deriveResources,
  harmlessOperations,
  idNames,
  itemsIn,
  openApi,
  placeOf,
  type Resource,
  unknownValues,
  unusedPrivateItems,
} from "./openapi/index.js";
