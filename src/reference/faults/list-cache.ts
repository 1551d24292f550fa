import type { Alteration } from "../alterations.js";
import type { Conduct, PageQuery } from "../conduct.js";
import type { Pet } from "../pet.js";

/** Keeps pages for half a second, under a key of the query. */
export function cacheLists(conduct: Conduct, keyOf: (query: PageQuery) => string): Alteration {
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
}
