import { isJsonObject, type Json, type JsonObject } from "../json/index.js";

/** The three states of an animal. */
export type Status = "available" | "pending" | "sold";

/** Every state. */
export const statuses: readonly Status[] = ["available", "pending", "sold"];

/** What is sent to add an animal. */
export type NewPet = {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: Status;
};

/** An animal as the service returned it, its shape already judged. */
export interface Pet {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: Status | undefined;
}

/** Reads an animal; undefined if the value has not the shape of one. */
export function readPet(value: Json | undefined): Pet | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id, name, categoryId, status } = value as JsonObject;
  if (typeof id !== "bigint" || typeof name !== "string" || typeof categoryId !== "bigint") return undefined;
  if (status !== undefined && !statuses.includes(status as Status)) return undefined;
  return { id, name, categoryId, status: status as Status | undefined };
}

/**
 * The members in which two records of one animal differ. A status that only one of them shows is no
 * difference: the member is optional, and what it is when it was not sent is an open point.
 */
export function differences(left: Pet, right: Pet): readonly ("id" | "name" | "categoryId" | "status")[] {
  const differing: ("id" | "name" | "categoryId" | "status")[] = [];
  if (left.id !== right.id) differing.push("id");
  if (left.name !== right.name) differing.push("name");
  if (left.categoryId !== right.categoryId) differing.push("categoryId");
  if (left.status !== undefined && right.status !== undefined && left.status !== right.status) {
    differing.push("status");
  }
  return differing;
}
