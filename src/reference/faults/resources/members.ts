import { numberAsWritten } from "../../../json/index.js";
import { showPets } from "../../alterations.js";
import type { Fault } from "../fault.js";
import { showCategory } from "../show-category.js";
import { changeItem } from "./change-item.js";

/** Names, categories and statuses that are missing, or of another type. */
export const memberFaults: readonly Fault[] = [
  {
    name: "name-missing-in-lists",
    breaks: "PET-1",
    why: "the list's query does not select the column",
    alter: (conduct) => showPets(conduct, () => ({ name: undefined }), "renderListedPet"),
  },
  {
    name: "name-null-when-fetched",
    breaks: "PET-1",
    why: "the mapper for single records forgets it",
    alter: (conduct) => showPets(conduct, () => ({ name: null }), "renderFoundPet"),
  },
  {
    name: "name-called-title",
    breaks: "PET-1",
    why: "the internal name of the member leaks out",
    alter: (conduct) => showPets(conduct, ({ name = null }) => ({ name: undefined, title: name })),
  },
  {
    name: "name-of-digits-becomes-a-number",
    breaks: "PET-1",
    why: "a serialiser writes whatever looks like a number as one",
    alter: (conduct) =>
      showPets(conduct, ({ name }) => (/^[1-9]\d*$/.test(`${name}`) ? { name: BigInt(`${name}`) } : {})),
  },
  {
    name: "name-in-languages",
    breaks: "PET-1",
    why: "the record of the next version is sent already",
    alter: (conduct) => showPets(conduct, ({ name = null }) => ({ name: { en: name } }), "renderCreatedPet"),
  },
  {
    name: "name-missing-deep-in-lists",
    breaks: "PET-1",
    why: "names are loaded in batches of thirty, and only the first batch is awaited",
    alter: (conduct) => changeItem(conduct, 30, () => ({ name: undefined })),
  },
  {
    name: "empty-name-becomes-null",
    breaks: "PET-1",
    why: "Oracle's empty string is null",
    alter: (conduct) => showPets(conduct, ({ name }) => (name === "" ? { name: null } : {})),
  },

  {
    name: "category-as-text",
    breaks: "PET-2",
    why: "64-bit integers are written as strings, for JavaScript's sake",
    alter: (conduct) => showPets(conduct, ({ categoryId }) => ({ categoryId: `${categoryId}` })),
  },
  {
    name: "large-category-as-text",
    breaks: "PET-2",
    why: "only integers beyond 2^53 are written as strings",
    alter: (conduct) =>
      showPets(conduct, ({ categoryId }) =>
        Math.abs(Number(categoryId)) > 2 ** 53 ? { categoryId: `${categoryId}` } : {},
      ),
  },
  {
    name: "category-missing-in-lists",
    breaks: "PET-2",
    why: "lists show an abridged record",
    alter: (conduct) => showPets(conduct, () => ({ categoryId: undefined }), "renderListedPet"),
  },
  {
    name: "category-as-object",
    breaks: "PET-2",
    why: "the joined record is serialised instead of the foreign key",
    alter: (conduct) =>
      showPets(conduct, ({ categoryId = null }) => ({ categoryId: { id: categoryId } }), "renderFoundPet"),
  },
  {
    name: "category-in-snake-case",
    breaks: "PET-2",
    why: "the serialiser's naming strategy was set for everything",
    alter: (conduct) =>
      showPets(conduct, ({ categoryId = null }) => ({ categoryId: undefined, category_id: categoryId })),
  },
  {
    name: "negative-category-null",
    breaks: "PET-2",
    why: "negative numbers mean none in the database",
    alter: (conduct) => showCategory(conduct, (id) => (id < 0n ? null : id)),
  },
  {
    name: "category-fraction-deep-in-lists",
    breaks: "PET-2",
    why: "a column of decimals lets a migration's half through",
    alter: (conduct) => changeItem(conduct, 40, () => ({ categoryId: numberAsWritten("1.5") })),
  },

  {
    name: "status-null-when-omitted",
    breaks: "PET-3",
    why: "an absent value is serialised as null",
    alter: (conduct) => ({
      normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] ?? null }),
    }),
  },
  {
    name: "status-in-capitals",
    breaks: "PET-3",
    why: "the enumeration's names are serialised instead of its values",
    alter: (conduct) => showPets(conduct, ({ status }) => ({ status: `${status}`.toUpperCase() })),
  },
  {
    name: "status-of-the-old-vocabulary",
    breaks: "PET-3",
    why: "the database still says in_stock",
    alter: (conduct) =>
      showPets(
        conduct,
        ({ status }) => (status === "available" ? { status: "in_stock" } : {}),
        "renderListedPet",
      ),
  },
  {
    name: "status-as-number",
    breaks: "PET-3",
    why: "the enumeration's ordinal is serialised",
    alter: (conduct) => showPets(conduct, () => ({ status: 1n }), "renderFoundPet"),
  },
  {
    name: "status-empty-when-omitted",
    breaks: "PET-3",
    why: "the zero value of a string",
    alter: (conduct) => ({
      normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] ?? "" }),
    }),
  },
  {
    name: "status-unknown-when-omitted",
    breaks: "PET-3",
    why: "the internal enumeration has a fourth value",
    alter: (conduct) => ({
      normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] ?? "unknown" }),
    }),
  },
  {
    name: "status-reserved-deep-in-lists",
    breaks: "PET-3",
    why: "an animal in somebody's basket has an internal status",
    alter: (conduct) => changeItem(conduct, 60, () => ({ status: "reserved" })),
  },
];
