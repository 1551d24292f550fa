import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import type { Conduct, Deviation } from "../conduct.js";
import type { NewPet, Pet } from "../pet.js";
import { withMembers } from "./members.js";
import { changeJson } from "./replies.js";
import { ofKind } from "./when.js";

/** The part of a conduct that a deviation overrides. */
export type Alteration = Partial<Conduct>;

/** Where an animal is shown. */
export type Place = "renderListedPet" | "renderCreatedPet" | "renderFoundPet";

const everyPlace: readonly Place[] = ["renderListedPet", "renderCreatedPet", "renderFoundPet"];

const largest = 2n ** 63n - 1n;

/** Shows animals with another category, everywhere or in some places only. */
export function showCategory(change: (categoryId: bigint) => Json, ...places: readonly Place[]): Deviation {
  return showPets(
    ({ categoryId }) => (typeof categoryId === "bigint" ? { categoryId: change(categoryId) } : {}),
    ...places,
  );
}

/** Changes the item at this position of every list that is long enough. */
export function changeItem(
  at: number,
  change: (pet: JsonObject) => Readonly<Record<string, Json | undefined>>,
): Deviation {
  return changeJson(ofKind("listed"), (list) =>
    Array.isArray(list)
      ? list.map((pet: Json, index) =>
          index === at && isJsonObject(pet) ? withMembers(pet, change(pet)) : pet,
        )
      : list,
  );
}

/** Shows animals with changed members, everywhere or in some places only; undefined takes a member away. */
export function showPets(
  change: (pet: JsonObject) => Readonly<Record<string, Json | undefined>>,
  ...places: readonly Place[]
): Deviation {
  return (conduct) => {
    const showIn = (place: Place) => (pet: Pet) => {
      const shown = conduct[place](pet);
      return isJsonObject(shown) ? withMembers(shown, change(shown)) : shown;
    };
    return Object.fromEntries(
      (places.length > 0 ? places : everyPlace).map((place) => [place, showIn(place)]),
    );
  };
}

/** Keeps something else of a valid body. */
export function keep(change: (pet: NewPet) => Partial<NewPet>): Deviation {
  return (conduct) => ({
    normalize(body) {
      const pet = conduct.normalize(body);
      return { ...pet, ...change(pet) };
    },
  });
}

/** Keeps another name, of names that are strings. */
export function keepName(change: (name: string) => Json): Deviation {
  return keep(({ name }) => (typeof name === "string" ? { name: change(name) } : {}));
}

/** Keeps another category, of categories that are integers. */
export function keepCategory(change: (categoryId: bigint) => Json): Deviation {
  return keep(({ categoryId }) => (typeof categoryId === "bigint" ? { categoryId: change(categoryId) } : {}));
}

/** The integer that is left of it in a double, brought back into 64 bits. */
export function rounded(value: bigint): bigint {
  const nearest = BigInt(Number(value));
  return nearest > largest ? largest : nearest;
}

/** Remembers which animals were added without a status. */
export function rememberOmittedStatus(conduct: Conduct): {
  readonly omitted: ReadonlySet<bigint>;
  readonly remembering: Alteration;
} {
  const drafts = new WeakSet<NewPet>();
  const omitted = new Set<bigint>();
  return {
    omitted,
    remembering: {
      normalize(body) {
        const pet = { ...conduct.normalize(body) };
        if (body["status"] === undefined) drafts.add(pet);
        return pet;
      },
      async assignId(pet, store) {
        const id = await conduct.assignId(pet, store);
        if (drafts.has(pet)) omitted.add(id);
        return id;
      },
    },
  };
}
