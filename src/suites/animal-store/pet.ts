import type { Contract } from "../../description/index.js";
import { validValue } from "../../generate/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";

/** Whatever knows the description. */
export interface Described {
  readonly contract: Contract;
}

/** The state of an animal: one of those in the description. */
export type Status = string;

/** Members by name; what is undefined is left out. */
export interface Members {
  readonly [name: string]: Json | undefined;
}

/** What is sent to add an animal, with what else the description has. */
export interface NewPet extends Members {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: Status | undefined;
}

/** An animal as the service returned it, its shape already judged. */
export interface Pet {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: Status | undefined;
  /** Did this run choose the status, so that every record of the animal must show it? */
  readonly statusSent?: boolean;
  /** What else the description has, as far as the animal shows it. */
  readonly further: JsonObject;
}

/** Every state. */
export function statusesOf({ contract: { roles } }: Described): readonly Status[] {
  return roles.filter.values;
}

/** One of the states: by its place among them, from the end if it is negative. */
export function statusAt(state: Described, place: number): Status {
  return statusesOf(state).at(place) ?? "";
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

/**
 * Is it a plain name, which every server must accept? 1 to 40 Latin letters, digits and single blanks; what
 * a server does with any other name is an open point.
 */
export function matchesPlain(name: string): boolean {
  return name.length <= 40 && /^[A-Za-z0-9]+( [A-Za-z0-9]+)*$/.test(name);
}

/** Reads an animal; undefined if the value has not the shape of one. */
export function readPet(state: Described, value: Json | undefined): Pet | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id, name, categoryId, status } = value;
  if (typeof id !== "bigint" || typeof name !== "string" || typeof categoryId !== "bigint") return undefined;
  if (status !== undefined && !statusesOf(state).includes(status as Status)) return undefined;
  const further = Object.keys(state.contract.roles.furtherMembers)
    .filter((member) => Object.hasOwn(value, member))
    .map((member) => [member, value[member] ?? null] as const);
  return { id, name, categoryId, status: status as Status | undefined, further: Object.fromEntries(further) };
}

/** An animal in a few words. */
export function describe(pet: Pet): string {
  return `${pet.id} (${JSON.stringify(pet.name.slice(0, 40))}, category ${pet.categoryId}, ${pet.status ?? "no status"})`;
}

/**
 * The members in which a later record of an animal differs from the one it was added as. A status that was not
 * sent may be shown by one record and left out by another: what it is then is an open point.
 */
export function differences(added: Pet, later: Pet): readonly string[] {
  const isStatusOpen = !added.statusSent && (!added.status || !later.status);
  const changed = (["id", "name", "categoryId", "status"] as const).filter(
    (member) => later[member] !== added[member] && !(member === "status" && isStatusOpen),
  );
  return [...changed, ...furtherDifferences(added.further, later)];
}

/** The further members in which an animal is not what they were. */
export function furtherDifferences(before: JsonObject, { further }: Pet): readonly string[] {
  return Object.keys(before).filter(
    (member) => renderJson(before[member] ?? null) !== renderJson(further[member] ?? null),
  );
}
