export { alternatives, applyOperators, areCompatible } from "./compatibility.js";
export { type Needs, needs, variants } from "./table.js";
