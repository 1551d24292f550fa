import type { Listing, Objection } from "../handlers.js";
import { isPlainInteger } from "../int64.js";
import type { Pet } from "../store.js";

/** Endpoints, 1: filter first, then limit; in the order of creation. */
export const listing: Listing = {
  checkLimit: (texts, violation) => violation ?? onlyPlainIntegers(texts),
  readLimit: ([text]) => (text === undefined ? undefined : Number(text)),
  defaultLimit: (described) => described,
  checkStatusFilter: (_texts, violation) => violation,
  readStatusFilter: ([text]) => text,
  selectPets: (store, status) => (status === undefined ? store.all() : store.withStatus(status)),
  arrange: (pets) => pets,
  pageSize: (limit) => limit,
  takePage,
  revisePage: (page) => page,
};

/** openapi-backend takes `0x10`, `1e1` and a blank before the digits for integers; this server does not. */
function onlyPlainIntegers(texts: readonly string[]): Objection {
  return texts.every(isPlainInteger) ? undefined : "must be an integer";
}

function takePage(pets: Iterable<Pet>, size: number): readonly Pet[] {
  const page: Pet[] = [];
  for (const pet of pets) {
    if (page.length >= size) break;
    page.push(pet);
  }
  return page;
}
