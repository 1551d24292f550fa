import { conforming, type Handlers } from "../conforming/index.js";
import { inTurn, type Operator } from "../operators/index.js";
import { fullStores } from "./animal-deviations.js";
import { categoryTables } from "./creation-deviations.js";
import { variants } from "./index.js";

/** The handlers with one deviation after the other, each with what the ones before made of it at hand. */
export function applyOperators(handlers: Handlers, deviations: readonly Operator[]): Handlers {
  return { ...handlers, ...inTurn(...deviations)(handlers) };
}

/**
 * Members that variants override only to add to what was there: they ask it, or they act where it does
 * not. Two variants may both do so.
 */
const additive: ReadonlySet<string> = new Set<keyof Handlers>([
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
  ["1-animals-before", "free-ids-given-again"],
  ["1-animals-before", "ids-of-deleted-animals-given-again-first"],
  // Tables of categories have none of those of animals that others added.
  ...Object.keys(fullStores()).map((full) => [...Object.keys(categoryTables()), full]),
];

/** Can one server be both? */
export function areCompatible(left: string, right: string): boolean {
  if (left === right || alternatives.some((group) => group.includes(left) && group.includes(right))) return false;
  const overridden = membersOf(right);
  return membersOf(left).every((member) => additive.has(member) || !overridden.includes(member));
}

function membersOf(name: string): readonly string[] {
  return Object.keys(variants.get(name)?.(conforming()) ?? {});
}
