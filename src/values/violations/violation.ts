import type { Json } from "../../json/index.js";
import type { Place } from "../../model/index.js";
import type { Group } from "./evidence.js";

/** A value in the place of a valid one, or none. */
export interface Change {
  readonly place: Place;
  /** The fault, in a few words. */
  readonly label: string;
  /** Absent: the member or the parameter is left out. */
  readonly value?: Json;
}

/** A keyword of JSON Schema that a request violates, at one place, in one way. */
export interface Violation extends Change {
  readonly keyword: string;
  readonly about: AboutPlace;
  /** The member of the same object without which nothing is violated. */
  readonly beside?: string;
  /** Values that are wrong in the same way. */
  readonly others?: readonly Json[];
}

/** The facts that decide, beside the keyword, which leniency an accepted violation is. */
export interface AboutPlace {
  readonly group: Group;
  /** The type and format in the schema: `string date`. */
  readonly described: string;
  readonly isRequired: boolean;
  /** The schema's other assertions about the value, as a text; empty if there is none. */
  readonly otherAssertions: string;
  /** May a server drop the value or fill in another one, unless a response shows it? */
  readonly onlyIfShown: boolean;
}

/** Stands in the place of a keyword where nothing is violated. */
export const optional = "optional";

/** Is it that there is no body at all? */
export function isBodiless({ place, value }: Change): boolean {
  return place.in === "body" && place.path.length === 0 && value === undefined;
}

/** Where a body has to have something, so that it can be violated: a member too many is put into an object. */
export function heldAt({ place: { path }, keyword }: Violation): readonly string[] {
  return /^((additional|unevaluated)Properties|not)$/.test(keyword) ? path.slice(0, -1) : path;
}
