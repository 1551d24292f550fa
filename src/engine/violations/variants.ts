import { renderJson } from "../../json/index.js";
import { isOfRequest } from "../../model/index.js";
import type { ApiState } from "../../session/index.js";
import type { Violation } from "../../values/index.js";

/** How many values are tried where each of them is in the way of something. */
const mostTried = 4;

/** A violation in several ways that are alike: a value that was accepted once may be taken since. */
export function variantsOf(state: ApiState, violation: Violation): readonly Violation[] {
  const { place, value, others = [], label } = violation;
  const isKey = place.in === "header" && isOfRequest(place.path[0] ?? "");
  if (!(place.in === "body" || isKey) || value === undefined || others.length === 0) return [violation];
  const all = [value, ...others].map((each) => ({
    ...violation,
    value: each,
    label: label.replace(renderJson(value), () => renderJson(each)),
  }));
  const [first = violation, ...rest] = all;
  return [first, ...rest.filter((each) => !isAcceptedValue(state, each))].slice(0, mostTried);
}

/** Was a value accepted, so that it may be taken? */
export function isAcceptedValue(state: ApiState, violation: Violation): boolean {
  return state.violations.acceptedValues.has(acceptedKey(violation));
}

/** Writes down that a value was accepted, so that it may be taken. */
export function recordAcceptedValue(state: ApiState, violation: Violation): void {
  state.violations.noteAcceptedValue(acceptedKey(violation));
}

function acceptedKey({ place, value }: Violation): string {
  return `${place.path.at(-1)} ${renderJson(value ?? null)}`;
}
