import { conforming } from "../conforming/index.js";
import type { Handlers, Operator } from "../handlers.js";
import { categoryTables } from "./creating.js";
import { crowdedStores } from "./stores.js";
import { variants } from "./table.js";

/** The handlers with one deviation after the other, each with what the ones before made of it at hand. */
export function applyOperators(handlers: Handlers, deviations: readonly Operator[]): Handlers {
  let altered = handlers;
  for (const deviation of deviations) altered = { ...altered, ...deviation(altered) };
  return altered;
}

/**
 * Members that variants override only to add to what was there: they ask it, or they act where it does
 * not. Two variants may both do so.
 */
const additive: ReadonlySet<keyof Handlers> = new Set([
  "answerEarly",
  "answerOtherOperation",
  "checkFurther",
  "finish",
  "normalize",
  "renderCreatedPet",
  "renderError",
  "renderFoundPet",
  "renderListedPet",
  "startBackground",
  "storePet",
]);

/** Those of each group make no sense together, though they override different members or add to the same. */
export const alternatives: readonly (readonly string[])[] = [
  ["omitted-status-absent", "omitted-status-pending", "omitted-status-sold", "omitted-status-absent-and-counted-as-available"],
  ["names-trimmed", "names-trimmed-and-in-nfc"],
  ["names-in-nfc", "names-trimmed-and-in-nfc"],
  ["odd-names-refused", "odd-names-unprocessable-before-all-else"],
  ["odd-names-unprocessable", "odd-names-unprocessable-before-all-else"],
  ["names-unique", "names-unique-in-any-letters"],
  ["problems-for-errors", "charset-in-content-type", "content-type-in-other-letters", "media-type-of-its-own"],
  ["chunked", "chunked-in-splinters"],
  ["odd-limits-unprocessable", "odd-limits-not-found"],
  ["odd-ids-refused", "odd-ids-unprocessable"],
  ["forty-requests-a-second", "forty-requests-a-second-until-a-date", "rate-limited-without-hint"],
  ["1-animals-before", "ids-from-one"],
  ["1-animals-before", "largest-id-given-again"],
];

/** Can one server be both? */
export function areCompatible(left: string, right: string): boolean {
  const pair = [left, right];
  const isExcluded =
    left === right ||
    // A table of categories has none of those of animals that others added.
    pair.some((name, index) => Object.hasOwn(categoryTables, name) && isOfOthersCategories(pair[1 - index] ?? "")) ||
    alternatives.some((group) => pair.every((name) => group.includes(name)));
  if (isExcluded) return false;
  const overridden = new Set(membersOf(right));
  return membersOf(left).every((member) => additive.has(member) || !overridden.has(member));
}

function isOfOthersCategories(name: string): boolean {
  return Object.hasOwn(categoryTables, name) || Object.hasOwn(crowdedStores, name);
}

function membersOf(name: string): readonly (keyof Handlers)[] {
  return Object.keys(variants.get(name)?.(conforming()) ?? {}) as (keyof Handlers)[];
}
