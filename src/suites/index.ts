export { animalStore } from "./animal-store/index.js";
export { deriveContract, openApi, unknownValues } from "./openapi/index.js";
