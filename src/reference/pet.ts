import type { Json, JsonObject } from "../json/index.js";

/** The availabilities that an animal can have. */
export const petStatuses = ["available", "pending", "sold"] as const;

/**
 * What is kept of a creation. The members are `Json`, and not string and bigint, because a conduct with one
 * check less lets other values through. A `status` of undefined stands for none.
 */
export interface NewPet {
  readonly name: Json;
  readonly categoryId: Json;
  readonly status: Json | undefined;
  /** The members that the description has besides those. */
  readonly further?: JsonObject;
}

/** An animal as the store keeps it. */
export interface Pet extends NewPet {
  readonly id: bigint;
}
