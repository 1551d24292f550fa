import { answerError, changeReply, noBody } from "../../alterations.js";
import type { Pet } from "../../pet.js";
import type { Fault } from "../fault.js";

/** Lists without animals that are no empty arrays. */
export const emptyListFaults: readonly Fault[] = [
  {
    name: "empty-list-not-found",
    breaks: "LIST-10",
    why: "nothing found is taken for 404",
    alter: (conduct) => answerError(conduct, isEmptyList, 404),
    consequences: ["LIST-1", "LIST-2", "LIST-6", "LIST-9"],
  },
  {
    name: "empty-list-no-content",
    breaks: "LIST-10",
    why: "nothing found is taken for 204",
    alter: (conduct) => changeReply(conduct, isEmptyList, () => ({ status: 204, ...noBody })),
    consequences: ["GEN-1", "GEN-2", "LIST-1", "LIST-2", "LIST-6", "LIST-9"],
  },
  {
    name: "empty-list-null",
    breaks: "LIST-10",
    why: "a slice that was never made is serialised as null",
    alter: () => ({ renderPets: (pets) => (pets.length === 0 ? null : pets) }),
    consequences: ["PET-7"],
  },
  {
    name: "empty-list-an-object",
    breaks: "LIST-10",
    why: "an empty array of a language without lists is serialised as an object",
    alter: () => ({ renderPets: (pets) => (pets.length === 0 ? {} : pets) }),
    consequences: ["PET-7"],
  },
  {
    name: "empty-filtered-list-not-found",
    breaks: "LIST-10",
    why: "a search that finds nothing is taken for 404",
    alter: (conduct) =>
      answerError(conduct, (outcome, { query }) => isEmptyList(outcome) && query.has("status"), 404),
    consequences: ["LIST-6", "LIST-9"],
  },
  {
    name: "empty-list-of-null",
    breaks: "PET-4",
    why: "an outer join returns one row without an animal",
    alter: () => ({ renderPets: (pets) => (pets.length === 0 ? [null] : pets) }),
    consequences: ["LIST-10"],
  },
];

function isEmptyList(outcome: { readonly kind: string; readonly pets?: readonly Pet[] }): boolean {
  return outcome.kind === "listed" && outcome.pets?.length === 0;
}
