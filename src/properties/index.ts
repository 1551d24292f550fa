export { properties, propertiesOf } from "./all-properties.js";
