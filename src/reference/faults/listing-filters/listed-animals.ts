import { isJsonObject, type Json } from "../../../json/index.js";
import {
  type Alteration,
  changeJson,
  ofKind,
  rememberOmittedStatus,
  rounded,
  showPets,
  withMembers,
} from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";
import { showCategory } from "../show-category.js";

/** Animals that are listed as others than they are. */
export const listedAnimalFaults: readonly Fault[] = [
  {
    name: "listed-name-cut-at-20",
    breaks: "LIST-12",
    why: "lists show an abridged name",
    alter: (conduct) => showName(conduct, (name) => name.slice(0, 20)),
    consequences: ["GET-3"],
  },
  {
    name: "listed-name-escaped",
    breaks: "LIST-12",
    why: "lists are rendered by a template that escapes HTML",
    alter: (conduct) => showName(conduct, (name) => name.replaceAll("&", "&amp;").replaceAll("<", "&lt;")),
    consequences: ["GET-3"],
  },
  {
    name: "listed-name-in-small-letters",
    breaks: "LIST-12",
    why: "the search index keeps what it compares",
    alter: (conduct) => showName(conduct, (name) => name.toLowerCase()),
    consequences: ["GET-3"],
  },
  {
    name: "listed-digits-without-leading-zeros",
    breaks: "LIST-12",
    why: "the export of lists takes a name of digits for a number",
    alter: (conduct) =>
      showName(conduct, (name) => (/^\d+$/.test(name) ? name.replace(/^0+(?=.)/, "") : name)),
    consequences: ["GET-3"],
  },
  {
    name: "listed-category-rounded",
    breaks: "LIST-12",
    why: "lists go through a layer that reads JSON numbers as doubles",
    alter: (conduct) => showCategory(conduct, rounded, "renderListedPet"),
    consequences: ["GET-3", "PET-2"],
  },
  {
    name: "listed-category-of-32-bits",
    breaks: "LIST-12",
    why: "the view's column is an int",
    alter: (conduct) => showCategory(conduct, (id) => BigInt.asIntN(32, id), "renderListedPet"),
    consequences: ["GET-3"],
  },
  {
    name: "listed-status-always-available",
    breaks: "LIST-12",
    why: "the list's mapper has a constant left over from a test",
    alter: (conduct) => showPets(conduct, () => ({ status: "available" }), "renderListedPet"),
    consequences: ["GET-3", "LIST-7", "LIST-9", "DEP-3", "LIST-8", "LIST-5"],
  },
  {
    name: "listed-default-status-differs",
    breaks: "LIST-12",
    why: "two places know the default, and they disagree",
    alter(conduct) {
      const { omitted, remembering } = rememberOmittedStatus(conduct);
      const isOmitted = (id: Json | undefined) => typeof id === "bigint" && omitted.has(id);
      return {
        ...remembering,
        ...showPets(conduct, ({ id }) => (isOmitted(id) ? { status: "pending" } : {}), "renderListedPet"),
      };
    },
    consequences: ["GET-3", "LIST-7", "LIST-9"],
  },
  {
    name: "listed-names-shifted-deep",
    breaks: "LIST-12",
    why: "two result sets are zipped, and the second lacks a row",
    alter: (conduct) =>
      changeJson(conduct, ofKind("listed"), (list) =>
        Array.isArray(list)
          ? list.map((pet: Json, index) =>
              index > 50 && isJsonObject(pet) ? withMembers(pet, { name: nameOf(list[index - 1]) }) : pet,
            )
          : list,
      ),
    consequences: ["GET-3"],
  },
  {
    name: "listed-name-without-emoji",
    breaks: "LIST-12",
    why: "the view's character set is older than the table's",
    alter: (conduct) => showName(conduct, (name) => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?")),
    consequences: ["GET-3"],
  },
];

function showName(conduct: Conduct, change: (name: string) => string): Alteration {
  return showPets(
    conduct,
    ({ name }) => (typeof name === "string" ? { name: change(name) } : {}),
    "renderListedPet",
  );
}

function nameOf(pet: Json | undefined): Json {
  return isJsonObject(pet) ? (pet["name"] ?? null) : null;
}
