export * from "./lists.js";
export * from "./lists.js";
export * from "./operator.js";
export * from "./replies.js";
export * from "./replies.js";
export * from "./requests.js";
