import type { Conduct, Deviation, PageQuery } from "../conduct.js";
import type { Pet } from "../pet.js";
import type { Alteration } from "./animals.js";
import { everyNth } from "./combine.js";

/** Without a limit, filters like these get a page of another size. */
export function loseDefault(
  isLost: (status: string | undefined) => boolean,
  size = Number.POSITIVE_INFINITY,
): Deviation {
  return (conduct) => {
    let isLimited = false;
    let filter: string | undefined;
    return {
      readLimit(texts) {
        isLimited = texts.length > 0;
        return conduct.readLimit(texts);
      },
      readStatusFilter(texts) {
        filter = conduct.readStatusFilter(texts);
        return filter;
      },
      pageSize: (limit) => (!isLimited && isLost(filter) ? size : conduct.pageSize(limit)),
    };
  };
}

/** Filters only where the limits, as they stand in the query, allow it. */
export function filterOnlyIf(allows: (limits: readonly string[]) => boolean): Deviation {
  return (conduct) => {
    let isFiltered = true;
    return {
      checkLimit(limits, violation) {
        isFiltered = allows(limits);
        return conduct.checkLimit(limits, violation);
      },
      readStatusFilter: (texts) => (isFiltered ? conduct.readStatusFilter(texts) : undefined),
    };
  };
}

/** Is this a filter that the document knows, or none? */
export function isKnown(status: string | undefined): boolean {
  return status === undefined || ["available", "pending", "sold"].includes(status);
}

/** Keeps pages for half a second, under a key of the query. */
export function cacheLists(keyOf: (query: PageQuery) => string): Deviation {
  return (conduct) => {
    const cache = new Map<string, { readonly page: readonly Pet[]; readonly until: number }>();
    return {
      revisePage(page, query, store) {
        const known = cache.get(keyOf(query));
        if (known !== undefined && known.until > performance.now()) return known.page;
        const revised = conduct.revisePage(page, query, store);
        cache.set(keyOf(query), { page: revised, until: performance.now() + 500 });
        return revised;
      },
    };
  };
}

/** Marks every tenth animal that is stored as one that an index has lost. */
export function loseOneInTen(conduct: Conduct): {
  readonly lost: ReadonlySet<bigint>;
  readonly losing: Alteration;
} {
  const lost = new Set<bigint>();
  const now = everyNth(10);
  return {
    lost,
    losing: {
      async storePet(pet, store) {
        if (now()) lost.add(pet.id);
        await conduct.storePet(pet, store);
      },
    },
  };
}

/** Chooses a list's animals from fewer; the page is cut afterwards. */
export function selectOnly(keeps: (pet: Pet, status: string | undefined) => boolean): Deviation {
  return (conduct) => ({
    *selectPets(store, status) {
      for (const pet of conduct.selectPets(store, status)) if (keeps(pet, status)) yield pet;
    },
  });
}
