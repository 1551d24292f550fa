import { shorten } from "../../checks/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { type Described, type Status, statusesOf } from "./facts.js";

export type { Status } from "./facts.js";

/** What is sent to add an animal. */
export type NewPet = {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: Status;
  /** What else the description has. */
  readonly [member: string]: Json;
};

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
  /** What else the description has, as far as the animal shows it. */
  readonly further?: JsonObject;
}

/** Reads an animal as far as it can be read; undefined if it has no id to know it by. */
export function readPet(state: Described, value: Json | undefined): Pet | undefined {
  if (!isJsonObject(value)) return undefined;
  const { id: shownId, name, categoryId, status } = value as JsonObject;
  const id = readInteger(shownId);
  if (id === undefined) return undefined;
  const isValid: Readonly<Record<string, boolean>> = {
    id: typeof shownId === "bigint",
    name: typeof name === "string",
    categoryId: typeof categoryId === "bigint",
    status: status === undefined || statusesOf(state).includes(status as Status),
  };
  const further = Object.keys(state.contract.roles.furtherMembers).filter((each) =>
    Object.hasOwn(value, each),
  );
  return {
    id,
    name: typeof name === "string" ? name : shorten(name),
    categoryId: readInteger(categoryId) ?? 0n,
    status: isValid["status"] ? (status as Status | undefined) : undefined,
    invalid: Object.keys(isValid).filter((member) => !isValid[member]),
    ...(further.length === 0
      ? {}
      : { further: Object.fromEntries(further.map((each) => [each, value[each] ?? null])) }),
  };
}

/** An integer, or a text that writes one. */
function readInteger(value: Json | undefined): bigint | undefined {
  if (typeof value === "bigint") return value;
  return typeof value === "string" && /^-?\d{1,19}$/.test(value) ? BigInt(value) : undefined;
}

/**
 * The members in which a later record of an animal differs from the one it was added as. A status that was not
 * sent may be shown by one record and left out by another: what it is then is an open point.
 */
export function differences(added: Pet, later: Pet): readonly string[] {
  const statusKept = later.status === added.status || (!added.statusSent && (!added.status || !later.status));
  const kept: Readonly<Record<string, boolean>> = {
    id: later.id === added.id,
    name: later.name === added.name,
    categoryId: later.categoryId === added.categoryId,
    status: statusKept,
  };
  const invalid = [...added.invalid, ...later.invalid];
  const changed = Object.keys(kept).filter((member) => !kept[member] && !invalid.includes(member));
  return [...changed, ...furtherDifferences(added.further, later)];
}

/** The further members in which an animal is not what they were. */
export function furtherDifferences(before: JsonObject | undefined, { further }: Pet): readonly string[] {
  return Object.keys(before ?? {}).filter(
    (member) => renderJson(before?.[member] ?? null) !== renderJson(further?.[member] ?? null),
  );
}
