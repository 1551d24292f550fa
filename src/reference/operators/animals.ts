import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import type { Operator } from "../handlers.js";
import { largestInt64 } from "../int64.js";
import type { NewPet, Store } from "../store.js";
import { after, inTurn, remembering, wrap } from "./combine.js";
import { withMembers } from "./members.js";
import { changeJson } from "./replies.js";
import { ofKind } from "./when.js";

type MemberChange = (pet: JsonObject) => Readonly<Record<string, Json | undefined>>;

/** A character beyond the 65,536 that UTF-16 has one unit for. */
export const emoji = /[\u{10000}-\u{10ffff}]/u;

/** Where an animal is shown. */
export type Place = "renderListedPet" | "renderCreatedPet" | "renderFoundPet";

const everyPlace: readonly Place[] = ["renderListedPet", "renderCreatedPet", "renderFoundPet"];

/** Shows animals with changed members, everywhere or in some places only; undefined takes a member away. */
export function showPets(change: MemberChange, ...places: readonly Place[]): Operator {
  const operators = (places.length > 0 ? places : everyPlace).map((place) =>
    after(place, (shown) => (isJsonObject(shown) ? withMembers(shown, change(shown)) : shown)),
  );
  return inTurn(...operators);
}

/** Shows another name, of names that are strings. */
export function showName(change: (name: string) => Json, ...places: readonly Place[]): Operator {
  return showPets(({ name }) => (typeof name === "string" ? { name: change(name) } : {}), ...places);
}

/** Shows another category, of categories that are integers. */
export function showCategory(change: (categoryId: bigint) => Json, ...places: readonly Place[]): Operator {
  return showPets(
    ({ categoryId }) => (typeof categoryId === "bigint" ? { categoryId: change(categoryId) } : {}),
    ...places,
  );
}

/** Changes the item at this position of every list that is long enough. */
export function changeItem(at: number, change: (pet: Json, list: readonly Json[]) => Json): Operator {
  return changeJson(ofKind("listed"), (list) =>
    Array.isArray(list) ? list.map((pet: Json, index) => (index === at ? change(pet, list) : pet)) : list,
  );
}

/** Changes members of that item. */
export function changeMembersOfItem(at: number, change: MemberChange): Operator {
  return changeItem(at, (pet) => (isJsonObject(pet) ? withMembers(pet, change(pet)) : pet));
}

/** Keeps something else of a valid body. */
export function keep(change: (pet: NewPet, body: JsonObject) => Partial<NewPet>): Operator {
  return after("normalize", (pet, body) => ({ ...pet, ...change(pet, body) }));
}

/** Keeps another name, of names that are strings. */
export function keepName(change: (name: string) => Json): Operator {
  return keep(({ name }) => (typeof name === "string" ? { name: change(name) } : {}));
}

/** Keeps another category, of categories that are integers. */
export function keepCategory(change: (categoryId: bigint) => Json): Operator {
  return keep(({ categoryId }) => (typeof categoryId === "bigint" ? { categoryId: change(categoryId) } : {}));
}

/** Keeps this as the status of animals that are added without one; undefined for none. */
export function keepOmittedStatusAs(status: Json | undefined): Operator {
  return keep((_pet, body) => ({ status: body["status"] ?? status }));
}

/** The integer that is left of it in a double, brought back into 64 bits. */
export function rounded(value: bigint): bigint {
  const nearest = BigInt(Number(value));
  return nearest > largestInt64 ? largestInt64 : nearest;
}

/** Numbers the animals. */
export function number(idOf: (count: bigint, pet: NewPet, store: Store) => bigint): Operator {
  return remembering(
    () => ({ count: 0n }),
    (memory) => () => ({
      assignId: (pet, store) => {
        memory.count += 1n;
        return idOf(memory.count, pet, store);
      },
    }),
  );
}

/** An operator that is given the ids of the animals that were added without a status. */
export function whereStatusOmitted(operator: (omitted: ReadonlySet<unknown>) => Operator): Operator {
  return remembering(
    () => ({ drafts: new WeakSet<NewPet>(), omitted: new Set<unknown>() }),
    ({ drafts, omitted }) =>
      inTurn(
        wrap("normalize", (decide, body, roles) => {
          const pet = { ...decide(body, roles) };
          if (body["status"] === undefined) drafts.add(pet);
          return pet;
        }),
        wrap("assignId", async (decide, pet, store) => {
          const id = await decide(pet, store);
          if (drafts.has(pet)) omitted.add(id);
          return id;
        }),
        operator(omitted),
      ),
  );
}
