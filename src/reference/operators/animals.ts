import type { Json, JsonObject } from "../../json/index.js";
import { largestInt64 } from "../int64.js";
import type { NewPet } from "../store.js";
import { after, inTurn, type Operator } from "./operator.js";
import { changeMembers, type Members } from "./replies.js";

/** A character beyond the 65,536 that UTF-16 has one unit for. */
export const emoji = /[\u{10000}-\u{10ffff}]/u;

/** The states of an animal: mutants and variants know them by their words. */
export const states: readonly string[] = ["available", "pending", "sold"];

/** Where an animal is shown. */
type Place = "renderListedPet" | "renderCreatedPet" | "renderFoundPet";

const everyPlace: readonly Place[] = ["renderListedPet", "renderCreatedPet", "renderFoundPet"];

/** Shows animals with changed members, everywhere or in some places only. */
export function showPets(change: (pet: JsonObject) => Members, ...places: readonly Place[]): Operator {
  const shownAt = places.length > 0 ? places : everyPlace;
  return inTurn(...shownAt.map((place) => after(place, (shown) => changeMembers(shown, change))));
}

/** Shows another name, of names that are strings. */
export function showName(change: (name: string) => Json, ...places: readonly Place[]): Operator {
  return showPets(ofName(change), ...places);
}

/** Shows another category, of categories that are integers. */
export function showCategory(change: (categoryId: bigint) => Json, ...places: readonly Place[]): Operator {
  return showPets(ofCategory(change), ...places);
}

/** Keeps something else of a valid body. */
export function keep(change: (pet: NewPet, body: JsonObject) => Partial<NewPet>): Operator {
  return after("normalize", (pet, body) => ({ ...pet, ...change(pet, body) }));
}

/** Keeps another name, of names that are strings. */
export function keepName(change: (name: string) => Json): Operator {
  return keep(ofName(change));
}

/** Keeps another category, of categories that are integers. */
export function keepCategory(change: (categoryId: bigint) => Json): Operator {
  return keep(ofCategory(change));
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

/** Numbers the animals; an id that is taken is left out. */
export function numberFrom(idOf: (count: bigint) => bigint): Operator {
  let count = 0n;
  return () => ({
    assignId(_pet, store) {
      do count += 1n;
      while (store.get(idOf(count)) !== undefined);
      return idOf(count);
    },
  });
}

function ofName(change: (name: string) => Json) {
  return ({ name }: { readonly name?: Json }) => (typeof name === "string" ? { name: change(name) } : {});
}

function ofCategory(change: (categoryId: bigint) => Json) {
  return ({ categoryId }: { readonly categoryId?: Json }) =>
    typeof categoryId === "bigint" ? { categoryId: change(categoryId) } : {};
}
