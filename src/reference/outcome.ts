import type { Json } from "../json/index.js";
import type { creating } from "./conforming/creating.js";
import type { Pet } from "./store.js";

/** The steps of `createPet` that can find its body wrong. */
export type BodyCheck = keyof typeof creating;

/** The outcome of an operation, before anything is said about statuses, headers and bytes. */
export type Outcome =
  | { readonly kind: "listed"; readonly pets: readonly Pet[] }
  | { readonly kind: "created"; readonly pet: Pet }
  | { readonly kind: "found"; readonly pet: Pet }
  /** Of an operation outside the document, or of an operator's own making. */
  | { readonly kind: "answered"; readonly status: number; readonly body: Json }
  | Refusal;

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
