export { invariants, properties, propertiesOf } from "./all-properties.js";
export { violationProperties } from "./violations.js";
