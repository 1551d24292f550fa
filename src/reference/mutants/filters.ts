import { isJsonObject, type Json } from "../../json/index.js";
import type { Operator, OperatorTable } from "../handlers.js";
import {
  after,
  cacheLists,
  changeJson,
  each,
  filterOnlyIf,
  inTurn,
  keepOmittedStatusAs,
  listWithoutStatus,
  loseFiltered,
  newestOf,
  nowAndThen,
  ofKind,
  reviseFiltered,
  showName,
  showPets,
  whereOneInTenLost,
  withMembers,
} from "../operators/index.js";

/** Filters that show what they should hide, and lists that hide or alter what they should show. */
export const filterMutants: OperatorTable = {
  // Filters that let other animals through.
  "sold-filter-ignored": after("readStatusFilter", (was) => (was === "sold" ? undefined : was)),
  "available-filter-means-unsold": after("selectPets", (was, store, status) =>
    status === "available" ? [...store.all()].filter((pet) => pet.status !== "sold") : was,
  ),
  "filter-leaks-on-the-largest-page": reviseFiltered((page, limit, all) => (limit >= 100 ? all.slice(0, 100) : page)),
  "filter-lost-with-odd-limit": inTurn(
    () => ({ checkLimit: () => undefined, readLimit: ([text]) => (text !== undefined && isGood(text) ? Number(text) : undefined) }),
    filterOnlyIf((texts) => texts.every(isGood)),
  ),
  "filter-lost-now-and-then": nowAndThen(7, (now) => after("readStatusFilter", (was) => (was !== undefined && now() ? undefined : was))),

  // Animals that were added without a status, show none, and stand under more than one filter.
  "no-status-under-every-filter": listWithoutStatus(["available", "pending", "sold"]),
  ...each(
    [
      ["available", "pending"],
      ["pending", "sold"],
      ["available", "sold"],
    ],
    (filters) => `no-status-under-${filters.join("-and-")}`,
    listWithoutStatus,
  ),

  // A filter and a limit that do not go together.
  "limit-before-filter": filterAfterwards(() => true),
  "small-limit-before-filter": filterAfterwards((limit) => limit < 20),
  "limit-of-ten-at-most-with-filter": reviseFiltered((page) => page.slice(0, 10)),
  "filter-lost-beyond-twenty": reviseFiltered((page, limit, all) =>
    limit <= 20 ? page : [...new Set([...page.slice(0, 20), ...all])].slice(0, limit),
  ),

  // Filters that hold back animals that they should let through.
  "default-status-not-found": inTurn(
    keepOmittedStatusAs(undefined),
    showPets(({ status = "available" }) => ({ status })),
  ),
  "sold-filter-finds-nothing": after("selectPets", (was, _store, status) => (status === "sold" ? [] : was)),
  "filtered-lists-cached": cacheLists(({ status }) => status !== undefined),
  "newest-lost-when-filtered": after("selectPets", (was, store, status) => {
    const newest = newestOf(store);
    return status === undefined ? was : [...was].filter((pet) => pet !== newest);
  }),
  "one-in-ten-lost-when-filtered": whereOneInTenLost((lost) => loseFiltered(({ id }) => lost.has(id))),

  // Animals that are listed as others than they are.
  "listed-name-escaped": showName((name) => name.replaceAll("&", "&amp;").replaceAll("<", "&lt;"), "renderListedPet"),
  "listed-status-always-available": showPets(() => ({ status: "available" }), "renderListedPet"),
  "listed-names-shifted-deep": changeJson(ofKind("listed"), (list) =>
    Array.isArray(list)
      ? list.map((pet: Json, index) => (index > 50 && isJsonObject(pet) ? withMembers(pet, { name: nameOf(list[index - 1]) }) : pet))
      : list,
  ),
};

function isGood(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) <= 100;
}

/** Takes the page first, and filters then, where the limit is one of these. */
function filterAfterwards(concerns: (limit: number) => boolean): Operator {
  return reviseFiltered((page, limit, all, status) =>
    concerns(limit) ? all.slice(0, limit).filter((pet) => pet.status === status) : page,
  );
}

function nameOf(pet: Json | undefined): Json {
  return isJsonObject(pet) ? (pet["name"] ?? null) : null;
}
