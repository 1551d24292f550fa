import { isJsonObject, type Json } from "../../json/index.js";
import type { Deviation } from "../conduct.js";
import {
  after,
  cacheLists,
  changeJson,
  loseOneInTen,
  ofKind,
  rememberOmittedStatus,
  rounded,
  selectOnly,
  showCategory,
  showPets,
  withMembers,
} from "../operators/index.js";
import type { Pet } from "../pet.js";
import { type Mutant, mutant } from "./mutant.js";

/** What also needs full pages. */
const otherPages = ["LIST-5", "LIST-9", "DEP-3"];

/** Lists and filters that hide or alter what they should show. */
export const lossyFilterMutants: readonly Mutant[] = [
  // Filters that hold back animals that they should let through.
  mutant("default-status-not-found", "LIST-8", "the default is shown, and null is stored: the filter does not see it", otherPages).by(
    (conduct) => ({
      normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] }),
      ...showPets(({ status = "available" }) => ({ status }))(conduct),
    }),
  ),
  mutant("large-categories-lost-when-filtered", "LIST-8", "the index's key is made of category and status, and rounds", otherPages).by(
    selectOnly(({ categoryId }, status) => status === undefined || rounded(BigInt(`${categoryId}`)) === BigInt(`${categoryId}`)),
  ),
  mutant("sold-filter-finds-nothing", "LIST-8", "sold animals were moved to an archive that the search does not know", otherPages).by(
    after("selectPets", (was, _store, status) => (status === "sold" ? [] : was)),
  ),
  mutant("filtered-lists-cached", "LIST-8", "a cache for half a second, which nothing empties", otherPages).by((conduct) => {
    const { revisePage } = cacheLists(({ limit, status }) => `${limit} ${status}`)(conduct);
    return {
      revisePage: (page, query, store) => (query.status === undefined ? page : (revisePage?.(page, query, store) ?? page)),
    };
  }),
  mutant("newest-lost-when-filtered", "LIST-8", "the index of the states lags by one animal", otherPages).by((conduct) => ({
    selectPets(store, status) {
      const newest = [...store.all()].at(-1);
      const pets = [...conduct.selectPets(store, status)];
      return status === undefined ? pets : pets.filter((pet) => pet !== newest);
    },
  })),
  mutant("one-in-ten-lost-when-filtered", "LIST-8", "updates of the index are dropped when its queue is full", otherPages).by((conduct) => {
    const { lost, losing } = loseOneInTen(conduct);
    return {
      ...losing,
      ...selectOnly(({ id }, status) => status === undefined || !lost.has(id))(conduct),
    };
  }),
  mutant("long-names-lost-when-filtered", "LIST-8", "the index takes no entry of more than 100 characters", otherPages).by(
    selectOnly(({ name }, status) => status === undefined || `${name}`.length <= 100),
  ),
  mutant("omitted-status-and-large-category-lost-when-filtered", "LIST-8", "two rare branches of the index's trigger meet", otherPages).by(
    (conduct) => {
      const { omitted, remembering } = rememberOmittedStatus(conduct);
      const isLost = ({ id, categoryId }: Pet) => omitted.has(id) && BigInt(`${categoryId}`) > 2n ** 53n;
      return {
        ...remembering,
        ...selectOnly((pet, status) => status === undefined || !isLost(pet))(conduct),
      };
    },
  ),

  // Animals that are listed as others than they are.
  mutant("listed-name-cut-at-20", "LIST-12", "lists show an abridged name", ["GET-3"]).by(showName((name) => name.slice(0, 20))),
  mutant("listed-name-escaped", "LIST-12", "lists are rendered by a template that escapes HTML", ["GET-3"]).by(
    showName((name) => name.replaceAll("&", "&amp;").replaceAll("<", "&lt;")),
  ),
  mutant("listed-name-in-small-letters", "LIST-12", "the search index keeps what it compares", ["GET-3"]).by(
    showName((name) => name.toLowerCase()),
  ),
  mutant("listed-digits-without-leading-zeros", "LIST-12", "the export of lists takes a name of digits for a number", ["GET-3"]).by(
    showName((name) => (/^\d+$/.test(name) ? name.replace(/^0+(?=.)/, "") : name)),
  ),
  mutant("listed-category-rounded", "LIST-12", "lists go through a layer that reads JSON numbers as doubles", ["GET-3", "PET-2"]).by(
    showCategory(rounded, "renderListedPet"),
  ),
  mutant("listed-category-of-32-bits", "LIST-12", "the view's column is an int", ["GET-3"]).by(
    showCategory((id) => BigInt.asIntN(32, id), "renderListedPet"),
  ),
  mutant("listed-status-always-available", "LIST-12", "the list's mapper has a constant left over from a test", [
    "GET-3",
    "LIST-7",
    "LIST-9",
    "DEP-3",
    "LIST-8",
    "LIST-5",
  ]).by(showPets(() => ({ status: "available" }), "renderListedPet")),
  mutant("listed-default-status-differs", "LIST-12", "two places know the default, and they disagree", ["GET-3", "LIST-7", "LIST-9"]).by(
    (conduct) => {
      const { omitted, remembering } = rememberOmittedStatus(conduct);
      const isOmitted = (id: Json | undefined) => typeof id === "bigint" && omitted.has(id);
      return {
        ...remembering,
        ...showPets(({ id }) => (isOmitted(id) ? { status: "pending" } : {}), "renderListedPet")(conduct),
      };
    },
  ),
  mutant("listed-names-shifted-deep", "LIST-12", "two result sets are zipped, and the second lacks a row", ["GET-3"]).by(
    changeJson(ofKind("listed"), (list) =>
      Array.isArray(list)
        ? list.map((pet: Json, index) => (index > 50 && isJsonObject(pet) ? withMembers(pet, { name: nameOf(list[index - 1]) }) : pet))
        : list,
    ),
  ),
  mutant("listed-name-without-emoji", "LIST-12", "the view's character set is older than the table's", ["GET-3"]).by(
    showName((name) => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?")),
  ),
];

function showName(change: (name: string) => string): Deviation {
  return showPets(({ name }) => (typeof name === "string" ? { name: change(name) } : {}), "renderListedPet");
}

function nameOf(pet: Json | undefined): Json {
  return isJsonObject(pet) ? (pet["name"] ?? null) : null;
}
