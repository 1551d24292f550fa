import type { Json } from "../json/index.js";
import type { AnySchema } from "./any-schema.js";

/** The options by which values are made. */
export interface ValueOptions {
  /** Eight small letters, unlike any given before. */
  readonly marker: () => string;
  /** The value that the user has given for a member or parameter of that name. */
  readonly given?: (name: string, schema?: AnySchema) => Json | undefined;
  /** The value of a member that refers to another item; undefined where it refers to none that is known. */
  readonly reference: (member: string, schema: AnySchema) => string | undefined;
  /**
   * Members that are the id of the item. Of a creation it is not sent: a server that takes it over might replace an item
   * with it.
   */
  readonly ids?: { readonly names: readonly string[]; readonly value?: string | undefined };
  readonly shape: Shape;
  /** The facts that refusals state of a member or parameter of that name, beyond its description. */
  readonly refine?: (name: string) => MemberRefinement | undefined;
  /** By how many days all dates are later than usual: two bookings of one day may be in each other's way. */
  readonly days?: number;
  /** The day on which all that begins does so, as `2026-01-15`, where the usual one is of no use since it is past. */
  readonly firstDay?: string | undefined;
  /** Are times written with an offset: `+00:00` in place of `Z`? */
  readonly hasOffsets?: boolean;
  /** Must a member of that name have another value in every request, since no two items may have the same? */
  readonly isUnique?: (name: string) => boolean;
  /** Is this value one of them? */
  readonly isVaried?: boolean;
  /** Is an example of the description taken as it is, wherever there is one? */
  readonly isStated?: boolean;
  /** Is a date the later one of two? */
  readonly isEnd?: boolean;
}

/** The facts about a member beyond its description. */
export interface MemberRefinement {
  /** Keywords that narrow its schema. */
  readonly schema: AnySchema;
  /** How its text begins and ends. */
  readonly prefix?: string;
  readonly suffix?: string;
  /** Must it be sent, or left out, although the description leaves that open? */
  readonly presence?: "sent" | "left out";
  /** The day on which its dates begin; undefined: the usual one. */
  readonly firstDay?: string | undefined;
  /** Is it the later one of two dates? */
  readonly isEnd?: boolean;
  /** Must it have another value in every request? */
  readonly isVaried?: boolean;
}

/** The parts that a valid value has of all that it may have. */
export interface Shape {
  /** The members of the whole that may be left out, and are there. */
  readonly optional: "all" | readonly string[];
  /** Members further inside that may be left out, and are, by the names that lead to them. */
  readonly without?: readonly (readonly string[])[];
  /** Of texts that may be of any length, in characters, at least. */
  readonly textLength?: number;
  /** Are numbers integers, also where they need not be? */
  readonly hasWholeNumbers?: boolean;
}

/** Everything, and what is required alone. */
export const fullShape: Shape = { optional: "all" };
export const bareShape: Shape = { optional: [] };

/** No value can be made for a schema, or it would be guesswork. */
export class NoValue extends Error {
  override readonly name = "NoValue";
}

const endWords = new Set(
  "end ends ending until till to finish finished expires expiry expiration due close closes closing checkout departure return stop deadline latest".split(
    " ",
  ),
);
const pastWords = new Set(
  "birth birthday birthdate born dob created modified updated issued founded hired joined manufactured purchased".split(
    " ",
  ),
);

/** Is a date the later one of two, by its name? Most servers refuse an end that is not after its beginning. */
export function isEnd(name: string): boolean {
  return wordsIn(name).some((word) => endWords.has(word));
}

/** Is a date never in the future, by its name? */
export function isOfPast(name: string): boolean {
  return wordsIn(name).some((word) => pastWords.has(word));
}

/** The words of a text, in small letters: `deleteAllUsers2` has four. */
export function wordsIn(text: string): readonly string[] {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}
