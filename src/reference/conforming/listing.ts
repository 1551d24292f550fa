import type { Roles } from "../../description/index.js";
import type { Objection } from "../decision.js";
import { isPlainInteger } from "../int64.js";
import type { Pet, Store } from "../store.js";

/** The values that select a page. */
export interface PageQuery {
  readonly limit: number;
  readonly status: string | undefined;
  /** The whole query. */
  readonly parameters: URLSearchParams;
}

/** Endpoints, 1: filter first, then limit; in the order of creation. */
export const listing = {
  /** `texts`: every `limit` of the query. */
  checkLimit([text, ...more]: readonly string[], { minimum, maximum }: Roles["pageSize"]): Objection {
    if (text === undefined) return undefined;
    if (more.length > 0 || !isPlainInteger(text)) return "must be integer";
    if (Number(text) < minimum) return `must be >= ${minimum}`;
    return Number(text) > maximum ? `must be <= ${maximum}` : undefined;
  },
  /** Called when there was no objection. Undefined: the default applies. */
  readLimit: ([text]: readonly string[]): number | undefined =>
    text === undefined ? undefined : Number(text),
  /** `described`: the default of the description. */
  defaultLimit: (described: number): number => described,
  /** `texts`: every `status` of the query. */
  checkStatusFilter([text, ...more]: readonly string[], { values }: Roles["filter"]): Objection {
    if (more.length > 0) return "must be string";
    const isAllowed = text === undefined || values.includes(text);
    return isAllowed ? undefined : "must be equal to one of the allowed values";
  },
  /** Called when there was no objection. Undefined: no filter. */
  readStatusFilter: ([text]: readonly string[]): string | undefined => text,
  /** The animals to choose from, filtered, in the order in which they were added. */
  selectPets: (store: Store, status: string | undefined): Iterable<Pet> =>
    status === undefined ? store.all() : store.withStatus(status),
  arrange: (pets: Iterable<Pet>): Iterable<Pet> => pets,
  /** How many animals a page holds where this limit was given. */
  pageSize: (limit: number): number => limit,
  takePage(pets: Iterable<Pet>, size: number): readonly Pet[] {
    const page: Pet[] = [];
    for (const pet of pets) {
      if (page.length >= size) break;
      page.push(pet);
    }
    return page;
  },
  /** A last word on which animals are shown, after the page was cut. */
  revisePage: (page: readonly Pet[], _query: PageQuery, _store: Store): readonly Pet[] => page,
};
