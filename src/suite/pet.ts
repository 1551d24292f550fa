import { isJsonObject, type Json, type JsonObject } from "../json/index.js";
import { type Described, statusesOf } from "./facts.js";

/** The state of an animal: one of those in the description. */
export type Status = string;

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
  /** Did this run choose the status, so that every record of the animal must show it? */
  readonly statusSent?: boolean;
}

/** Reads an animal; undefined if the value has not the shape of one. */
export function readPet(world: Described, value: Json | undefined): Pet | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id, name, categoryId, status } = value as JsonObject;
  if (typeof id !== "bigint" || typeof name !== "string" || typeof categoryId !== "bigint") return undefined;
  if (status !== undefined && !statusesOf(world).includes(status as Status)) return undefined;
  return { id, name, categoryId, status: status as Status | undefined };
}

/** A member of an animal. */
export type Member = "id" | "name" | "categoryId" | "status";

/**
 * The members in which a later record of an animal differs from the one it was added as. A status that was not
 * sent may be shown by one record and left out by another: what it is then is an open point.
 */
export function differences(added: Pet, later: Pet): readonly Member[] {
  const statusKept = later.status === added.status || (!added.statusSent && (!added.status || !later.status));
  const kept: Record<Member, boolean> = {
    id: later.id === added.id,
    name: later.name === added.name,
    categoryId: later.categoryId === added.categoryId,
    status: statusKept,
  };
  return (Object.keys(kept) as Member[]).filter((member) => !kept[member]);
}
