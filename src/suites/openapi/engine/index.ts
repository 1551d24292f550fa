export type { Actor, Change, Item, Page } from "./actor.js";
export type { BrokenPromise } from "./confirmation.js";
export { type Property, scenarioOf } from "./property.js";
export type { Callable, Roles, Selector } from "./roles.js";
export { changes, listedDeletions, patches } from "./selectors.js";
