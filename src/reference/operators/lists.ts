import type { PageQuery } from "../conforming/listing.js";
import type { Pet, Store } from "../store.js";
import { states } from "./animals.js";
import { after, everyNth, inTurn, notice, type Operator, wrap } from "./operator.js";

/** Is this a filter that the document knows, or none? */
export function isKnown(status: string | undefined): boolean {
  return status === undefined || states.includes(status);
}

/** Keeps the pages of queries like this for half a second. */
export function cacheLists(concerns: (query: PageQuery) => boolean): Operator {
  const cache = new Map<string, { readonly page: readonly Pet[]; readonly until: number }>();
  return wrap("revisePage", (decide, page, query, store) => {
    if (!concerns(query)) return page;
    const asked = `${query.limit} ${query.status}`;
    const known = cache.get(asked);
    if (known !== undefined && known.until > performance.now()) return known.page;
    const revised = decide(page, query, store);
    cache.set(asked, { page: revised, until: performance.now() + 500 });
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
