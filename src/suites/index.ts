export { animalStore } from "./animal-store/index.js";
