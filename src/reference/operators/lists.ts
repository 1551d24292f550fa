import type { Operator, PageQuery } from "../handlers.js";
import type { Pet, Store } from "../store.js";
import { after, everyNth, inTurn, noting, remembering, wrap } from "./combine.js";

/** Without a limit, filters like these get a page of another size. */
export function loseDefault(
  isLost: (status: string | undefined) => boolean,
  size = Number.POSITIVE_INFINITY,
): Operator {
  return noting(
    "readLimit",
    (texts) => texts.length > 0,
    (isLimited) =>
      noting(
        "readStatusFilter",
        ([text]) => text,
        (filter) => after("pageSize", (was) => (!isLimited() && isLost(filter()) ? size : was)),
      ),
  );
}

/** Filters only where the limits, as they stand in the query, allow it. */
export function filterOnlyIf(allows: (limits: readonly string[]) => boolean): Operator {
  return noting("checkLimit", allows, (isFiltered) =>
    after("readStatusFilter", (was) => (isFiltered() ? was : undefined)),
  );
}

/** The states of an animal: mutants and variants know them by their words. */
export const states: readonly string[] = ["available", "pending", "sold"];

/** Is this a filter that the document knows, or none? */
export function isKnown(status: string | undefined): boolean {
  return status === undefined || states.includes(status);
}

/** Keeps the pages of queries like this for half a second. */
export function cacheLists(concerns: (query: PageQuery) => boolean): Operator {
  return remembering(
    () => new Map<string, { readonly page: readonly Pet[]; readonly until: number }>(),
    (cache) =>
      wrap("revisePage", (decide, page, query, store) => {
        if (!concerns(query)) return page;
        const asked = `${query.limit} ${query.status}`;
        const known = cache.get(asked);
        if (known !== undefined && known.until > performance.now()) return known.page;
        const revised = decide(page, query, store);
        cache.set(asked, { page: revised, until: performance.now() + 500 });
        return revised;
      }),
  );
}

/** An operator that is given the animals, one in ten, that an index has lost. */
export function whereOneInTenLost(operator: (lost: ReadonlySet<bigint>) => Operator): Operator {
  return remembering(
    () => ({ now: everyNth(10), lost: new Set<bigint>() }),
    ({ now, lost }) =>
      inTurn(
        wrap("storePet", (decide, pet, store) => {
          if (now()) lost.add(pet.id);
          return decide(pet, store);
        }),
        operator(lost),
      ),
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
  revise: (page: readonly Pet[], limit: number, all: readonly Pet[], status: string) => readonly Pet[],
): Operator {
  return after("revisePage", (page, _was, { limit, status }, store) =>
    status === undefined ? page : revise(page, limit, [...store.all()], status),
  );
}

/** Lists animals that have no status under these filters, too, and gives none to those that are added without one. */
export function listWithoutStatus(filters: readonly string[]): Operator {
  return (handlers) => ({
    normalize: (body, roles) => ({ ...handlers.normalize(body, roles), status: body["status"] }),
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
