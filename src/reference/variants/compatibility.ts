import type { Conduct, Deviation } from "../conduct.js";
import { letterPerfect } from "../letter-perfect/index.js";
import type { Variant } from "./variant.js";

/** The conduct with one deviation after the other, each with what the ones before made of it at hand. */
export function applyDeviations(conduct: Conduct, deviations: readonly Deviation[]): Conduct {
  let altered = conduct;
  for (const deviation of deviations) altered = { ...altered, ...deviation(altered) };
  return altered;
}

/**
 * Members that variants override only to add to what was there: they ask it, or they act where it does
 * not. Two variants may both do so.
 */
const additive: ReadonlySet<keyof Conduct> = new Set([
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

/** Can one server be both? */
export function areCompatible(left: Variant, right: Variant): boolean {
  const isNamed = left.conflictsWith?.includes(right.name) || right.conflictsWith?.includes(left.name);
  if (isNamed || left.name === right.name) return false;
  const others = new Set(membersOf(right));
  return membersOf(left).every((member) => additive.has(member) || !others.has(member));
}

function membersOf({ operator }: Variant): readonly (keyof Conduct)[] {
  return Object.keys(operator(letterPerfect())) as (keyof Conduct)[];
}
