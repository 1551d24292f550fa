import { type Alteration, everyNth, rounded, showPets } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";
import { showCategory } from "../show-category.js";

/** Animals that are found as others than they are. */
export const foundAnimalFaults: readonly Fault[] = [
  {
    name: "found-name-cut-at-64",
    breaks: "GET-3",
    why: "the cache's entry has 64 characters for it",
    alter: (conduct) => showFound(conduct, (pet) => ({ name: `${pet["name"]}`.slice(0, 64) })),
    consequences: ["CREATE-2", "LIST-12"],
  },
  {
    name: "found-name-escaped",
    breaks: "GET-3",
    why: "the page's template is used for JSON, too",
    alter: (conduct) => showFound(conduct, (pet) => ({ name: `${pet["name"]}`.replaceAll("<", "&lt;") })),
    consequences: ["CREATE-2", "LIST-12"],
  },
  {
    name: "found-capitals-lowered",
    breaks: "GET-3",
    why: "the page about an animal does not shout",
    alter: (conduct) =>
      showFound(conduct, (pet) => {
        const name = `${pet["name"]}`;
        return { name: name === name.toUpperCase() ? name.toLowerCase() : name };
      }),
    consequences: ["CREATE-2", "LIST-12"],
  },
  {
    name: "found-category-rounded",
    breaks: "GET-3",
    why: "the answer goes through a layer that reads JSON numbers as doubles",
    alter: (conduct) => showCategory(conduct, (id) => BigInt.asIntN(64, rounded(id)), "renderFoundPet"),
    consequences: ["CREATE-3", "LIST-12", "PET-2"],
  },
  {
    name: "found-status-stale",
    breaks: "GET-3",
    why: "single animals come from a cache that was filled before the status was set",
    alter: (conduct) => showFound(conduct, () => ({ status: "available" })),
    consequences: ["CREATE-4", "DEP-3", "LIST-12", "LIST-5", "LIST-8"],
  },
  {
    name: "found-default-status-differs",
    breaks: "GET-3",
    why: "created and stored animals get their default in two places",
    alter: (conduct) => ({
      normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] ?? "pending" }),
      ...showPets(
        conduct,
        ({ status, name }) =>
          status === "pending" && !`${name}`.startsWith("Pedigree") ? { status: "available" } : {},
        "renderCreatedPet",
      ),
    }),
    consequences: ["LIST-12", "CREATE-4"],
  },
  {
    name: "found-name-in-latin-1",
    breaks: "GET-3",
    why: "the cache's client speaks Latin-1",
    alter: (conduct) =>
      showFound(conduct, (pet) => ({ name: `${pet["name"]}`.replaceAll(/[^\0-\xff]/g, "?") })),
    consequences: ["CREATE-2", "LIST-12"],
  },
  {
    name: "found-name-empty-now-and-then",
    breaks: "GET-3",
    why: "one replica of nine lacks the column",
    alter(conduct) {
      const now = everyNth(9);
      return showFound(conduct, () => (now() ? { name: "" } : {}));
    },
    consequences: ["CREATE-2", "LIST-12"],
  },
];

function showFound(conduct: Conduct, change: Parameters<typeof showPets>[1]): Alteration {
  return showPets(conduct, change, "renderFoundPet");
}
