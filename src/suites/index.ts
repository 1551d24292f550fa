export { animalStore } from "./animal-store/index.js";
export { deriveContract, openApi } from "./openapi/index.js";
