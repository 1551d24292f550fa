import type { Contract } from "../../description/index.js";
import { validValue } from "../../generate/index.js";
import type { JsonObject } from "../../json/index.js";

/** The state of an animal: one of those in the description. */
export type Status = string;

/** Whatever knows the description. */
export interface Described {
  readonly contract: Pick<Contract, "roles">;
}

/** Every state. */
export function statusesOf({ contract: { roles } }: Described): readonly Status[] {
  return roles.filter.values;
}

/** One of the states: by its place among them, from the end if it is negative. */
export function statusAt(state: Described, place: number): Status {
  return statusesOf(state).at(place) ?? "";
}

/** A limit inside its constraints: the smallest, or so much more. */
export function limitAbove({ contract: { roles } }: Described, more: number): number {
  return Math.min(roles.pageSize.minimum + more, roles.pageSize.maximum);
}

/** How many animals a list may hold at most. */
export function largestPage({ contract: { roles } }: Described): number {
  return roles.pageSize.maximum;
}

/** A valid value for each member of a new animal that the checks do not know by its meaning, or for the required ones. */
export function furtherMembers({ contract: { roles } }: Described, which: "all" | "required"): JsonObject {
  const members = Object.entries(roles.furtherMembers);
  return Object.fromEntries(
    members
      .filter(([, { isRequired }]) => isRequired || which === "all")
      .map(([name, schema]) => [name, validValue(schema)]),
  );
}
