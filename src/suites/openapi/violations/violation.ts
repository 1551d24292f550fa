import type { Json } from "../../../json/index.js";
import type { Place } from "../resources/places.js";

/** A keyword of JSON Schema that a request violates, at one place, in one way. */
export interface Violation {
  readonly place: Place;
  readonly keyword: string;
  /**
   * What servers treat alike, if they treat it at all: a leniency of the framework shows at every place of a kind. The
   * narrowest first; the next one counts where there is no other of the kind.
   */
  readonly families: readonly string[];
  /** What is wrong, in a few words. */
  readonly label: string;
  /** Absent: the member or the parameter is left out. */
  readonly value?: Json;
  /** The member of the same object without which nothing is violated. */
  readonly beside?: string;
  /** Values that are wrong in the same way. */
  readonly others?: readonly Json[];
}

/** Stands in the place of a keyword where nothing is violated. */
export const optional = "optional";

/** Stands in the place of a keyword where a number takes the place of a text. */
export const numeric = "number";

/** Is it that there is no body at all? */
export function isBodiless({ place, value }: Violation): boolean {
  return place.in === "body" && place.path.length === 0 && value === undefined;
}

/** Where a body has to have something, so that it can be violated: a member too many is put into an object. */
export function heldAt({ place: { path }, keyword }: Violation): readonly string[] {
  return /^((additional|unevaluated)Properties|not)$/.test(keyword) ? path.slice(0, -1) : path;
}
