export * from "./case.js";
export * from "./combinations.js";
export * from "./credential.js";
export * from "./invalid-json.js";
export * from "./json-values.js";
export * from "./negative-bodies.js";
export * from "./parameter-walk.js";
export * from "./text.js";
