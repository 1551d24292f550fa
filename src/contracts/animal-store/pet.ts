import type { CataloguedContract } from "../../description/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { shorten } from "../../schema/index.js";
import { validValue } from "../../values/index.js";

/** An object that knows the description. */
export interface KnowsContract {
  readonly contract: CataloguedContract;
}

/** The state of an animal: one of those in the description. */
export type Status = string;

/** Members by name; what is undefined is left out. */
export interface Members {
  readonly [name: string]: Json | undefined;
}

/** The members that are sent to add an animal, with the further ones of the description. */
export interface NewPet extends Members {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: Status | undefined;
}

/** An animal as the service returned it, its shape already judged. */
export interface Pet {
  /** Members that break their schema. Response checks have found that, and nothing more is expected of them. */
  readonly invalid: readonly string[];
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: Status | undefined;
  /** Did this run choose the status, so that every record of the animal must show it? */
  readonly statusSent?: boolean;
  /** The further members of the description, as far as the animal shows them. */
  readonly further: JsonObject;
}

export function statusesOf({ contract: { roles } }: KnowsContract): readonly Status[] {
  return roles.filter.values;
}

/** One of the states: by its place among them, from the end if it is negative. */
export function statusAt(state: KnowsContract, place: number): Status {
  return statusesOf(state).at(place) ?? "";
}

/** A valid value for each member of a new animal that the checks do not know by its meaning, or for the required ones. */
export function furtherMembers(
  { contract: { roles } }: KnowsContract,
  which: "all" | "required",
): JsonObject {
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

/** By the object of an answer: several checks read each row of a list. */
const pets = new WeakMap<JsonObject, Pet | undefined>();

/** Reads an animal as far as it can be read; undefined if it has no id to know it by. */
export function readPet(state: KnowsContract, value: Json | undefined): Pet | undefined {
  if (!isJsonObject(value)) return undefined;
  if (!pets.has(value)) pets.set(value, petIn(state, value));
  return pets.get(value);
}

function petIn(state: KnowsContract, value: JsonObject): Pet | undefined {
  const { id: shownId, name, categoryId, status } = value;
  const id = readInteger(shownId);
  if (id === undefined) return undefined;
  const isValid: Readonly<Record<string, boolean>> = {
    id: typeof shownId === "bigint",
    name: typeof name === "string",
    categoryId: typeof categoryId === "bigint",
    status: status === undefined || statusesOf(state).includes(status as Status),
  };
  const further = Object.keys(state.contract.roles.furtherMembers)
    .filter((member) => Object.hasOwn(value, member))
    .map((member) => [member, value[member] ?? null] as const);
  return {
    id,
    name: typeof name === "string" ? name : shorten(name),
    categoryId: readInteger(categoryId) ?? 0n,
    status: isValid["status"] ? (status as Status | undefined) : undefined,
    further: Object.fromEntries(further),
    invalid: Object.keys(isValid).filter((member) => !isValid[member]),
  };
}

export function describe(pet: Pet): string {
  return `${pet.id} (${JSON.stringify(pet.name.slice(0, 40))}, category ${pet.categoryId}, ${pet.status ?? "no status"})`;
}

/** An integer, or a text that writes one. */
function readInteger(value: Json | undefined): bigint | undefined {
  if (typeof value === "bigint") return value;
  return typeof value === "string" && /^(0|-?[1-9]\d{0,18})$/.test(value) ? BigInt(value) : undefined;
}

/**
 * The members in which a later record of an animal differs from the one it was added as. A status that was not
 * sent may be shown by one record and left out by another: what it is then is an open point.
 */
export function differences(added: Pet, later: Pet): readonly string[] {
  const isStatusOpen = !added.statusSent && (!added.status || !later.status);
  const invalid = [...added.invalid, ...later.invalid];
  const changed = (["id", "name", "categoryId", "status"] as const).filter(
    (member) =>
      later[member] !== added[member] && !invalid.includes(member) && !(member === "status" && isStatusOpen),
  );
  return [...changed, ...furtherDifferences(added.further, later)];
}

/** The same without the state, which others may change, and change back. */
export function steadyDifferences(added: Pet, later: Pet): readonly string[] {
  return differences(added, later).filter((member) => member !== "status");
}

/** Is an animal shown as it was added, but for its state? */
export function isAsAdded(added: Pet, later: Pet | undefined): later is Pet {
  return later !== undefined && steadyDifferences(added, later).length === 0;
}

/** The further members in which an animal is not what they were. */
export function furtherDifferences(before: JsonObject, { further }: Pet): readonly string[] {
  return Object.keys(before).filter(
    (member) => renderJson(before[member] ?? null) !== renderJson(further[member] ?? null),
  );
}
