export { invariants, properties, propertiesOf, propertyGroups } from "./all-properties.js";
export { violationProperties } from "./input/index.js";
