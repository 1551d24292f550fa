import type { Json } from "../json/index.js";
import type { Pet } from "./store.js";

/** A value, now or later. */
export type Eventual<T> = T | Promise<T>;

/** Why something is refused, in words for people; undefined where it is not. */
export type Objection = string | undefined;

/** The checks of `createPet` that look at a member, in the order in which they are made. */
export const memberChecks = [
  "checkNameIsPresent",
  "checkNameIsString",
  "checkCategoryIsPresent",
  "checkCategoryIsInteger",
  "checkCategoryIsInt64",
  "checkStatusIsAllowed",
  "checkFurtherMembers",
] as const;

/** The steps of `createPet` that can find its body wrong. */
export type BodyCheck =
  | "checkContentTypeIsPresent"
  | "checkContentTypeIsJson"
  | "decodeBody"
  | "parseBody"
  | "asObject"
  | (typeof memberChecks)[number]
  | "checkFurther";

/** What an operation came to, before anything is said about statuses, headers and bytes. */
export type Outcome = Success | Refusal;

/** The operation did what it was asked for. */
export type Success =
  | { readonly kind: "listed"; readonly pets: readonly Pet[] }
  | { readonly kind: "created"; readonly pet: Pet }
  | { readonly kind: "found"; readonly pet: Pet }
  /** Of an operation outside the document, or of an operator's own making. */
  | { readonly kind: "answered"; readonly status: number; readonly body: Json };

/** The operation was not done; the answer is an Error. */
export type Refusal =
  | { readonly kind: "unauthorized" }
  | { readonly kind: "invalid-parameter"; readonly parameter: string; readonly reason: string }
  | { readonly kind: "invalid-body"; readonly check: BodyCheck; readonly reason: string }
  | { readonly kind: "body-too-large"; readonly limit: number }
  | { readonly kind: "invalid-id"; readonly text: string }
  | { readonly kind: "no-such-animal"; readonly id: bigint }
  | { readonly kind: "removed" }
  | { readonly kind: "no-such-path" }
  | { readonly kind: "no-such-method"; readonly allowed: readonly string[] }
  | { readonly kind: "broken" }
  /** Of an operator's own making: 429, 503 and the like. */
  | { readonly kind: "refused"; readonly status: number; readonly reason: string };
