export * from "./list-operators.js";
export * from "./list-operators.js";
export * from "./operator.js";
export * from "./reply-operators.js";
export * from "./reply-operators.js";
export * from "./request-operators.js";
