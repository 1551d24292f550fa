import type { Json, JsonObject } from "../../json/index.js";
import type { PageQuery } from "../conforming/answering.js";
import { largestInt64 } from "../incoming-request.js";
import type { NewPet, Pet, Store } from "../store.js";
import { after, everyNth, inTurn, notice, type Operator, wrap } from "./operator.js";
import { changeMembers, type Members } from "./reply-operators.js";

/** Is this a filter that the document knows, or none? */
export function isKnown(status: string | undefined): boolean {
  return status === undefined || states.includes(status);
}

/** Keeps the pages of queries like this for so long, in ms. */
export function cacheLists(concerns: (query: PageQuery) => boolean, lifetime: number): Operator {
  const cache = new Map<string, { readonly page: readonly Pet[]; readonly until: number }>();
  return wrap("revisePage", (decide, page, query, store) => {
    if (!concerns(query)) return page;
    const asked = `${query.limit} ${query.status}`;
    const known = cache.get(asked);
    if (known !== undefined && known.until > performance.now()) return known.page;
    const revised = decide(page, query, store);
    cache.set(asked, { page: revised, until: performance.now() + lifetime });
    return revised;
  });
}

/** Makes an operator that knows which animals an index has lost: one in ten. */
export function loseOneInTen(operator: (isLost: (pet: Pet) => boolean) => Operator): Operator {
  const lost = new Set<bigint>();
  const now = everyNth(10);
  const noting = notice("storePet", ({ id }) => {
    if (now()) lost.add(id);
  });
  return inTurn(
    noting,
    operator(({ id }) => lost.has(id)),
  );
}

/** Chooses a list's animals from fewer; the page is cut afterwards. */
export function selectOnly(keeps: (pet: Pet, status: string | undefined) => boolean): Operator {
  return after("selectPets", (was, _store, status) => [...was].filter((pet) => keeps(pet, status)));
}

/** Chooses the animals of filtered lists from fewer. */
export function loseFiltered(isLost: (pet: Pet) => boolean): Operator {
  return selectOnly((pet, status) => status === undefined || !isLost(pet));
}

/** Shows other animals on pages that are filtered. */
export function reviseFiltered(
  revise: (page: readonly Pet[], all: readonly Pet[], query: PageQuery) => readonly Pet[],
): Operator {
  return after("revisePage", (page, _was, query, store) =>
    query.status === undefined ? page : revise(page, [...store.all()], query),
  );
}

/** Lists animals that have no status under these filters, too, and gives none to those that are added without one. */
export function listWithoutStatus(filters: readonly string[]): Operator {
  return (handlers) => ({
    normalize: (body, creation) => ({ ...handlers.normalize(body, creation), status: body["status"] }),
    *selectPets(store, status) {
      yield* handlers.selectPets(store, status);
      if (status !== undefined && filters.includes(status)) yield* store.withStatus(undefined);
    },
  });
}

/** Lists what was added last first. */
export const newestFirst: Operator = () => ({ arrange: (pets) => [...pets].reverse() });

/** Lists in the order of the ids. */
export const byId: Operator = () => ({
  arrange: (pets) => [...pets].toSorted((left, right) => (left.id < right.id ? -1 : 1)),
});

/** The animal that was added last. */
export function newestOf(store: Store): Pet | undefined {
  return [...store.all()].at(-1);
}

/** Animals of others before the first request, of each status in turn: their number, and how each of them differs. */
export function seed(count: number, petOf: (index: number) => Partial<Pet> = () => ({})): Operator {
  return () => ({
    seed: () =>
      Array.from({ length: count }, (_, index) => ({
        id: BigInt(index + 1),
        name: `Old ${index + 1}`,
        categoryId: 3n,
        status: states[index % states.length],
        ...petOf(index),
      })),
  });
}

/** A character beyond the 65,536 that UTF-16 has one unit for. */
export const emoji = /[\u{10000}-\u{10ffff}]/u;

/** The states of an animal: mutants and variants know them by their words. */
export const states: readonly string[] = ["available", "pending", "sold"];

/** Where an animal is shown. */
type Rendering = "renderListedPet" | "renderCreatedPet" | "renderFoundPet";

const everyPlace: readonly Rendering[] = ["renderListedPet", "renderCreatedPet", "renderFoundPet"];

/** Shows animals with changed members, everywhere or in some places only. */
export function showPets(change: (pet: JsonObject) => Members, ...places: readonly Rendering[]): Operator {
  const shownAt = places.length > 0 ? places : everyPlace;
  return inTurn(...shownAt.map((place) => after(place, (shown) => changeMembers(shown, change))));
}

/** Shows another name, of names that are strings. */
export function showName(change: (name: string) => Json, ...places: readonly Rendering[]): Operator {
  return showPets(ofName(change), ...places);
}

/** Shows another category, of categories that are integers. */
export function showCategory(
  change: (categoryId: bigint) => Json,
  ...places: readonly Rendering[]
): Operator {
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
