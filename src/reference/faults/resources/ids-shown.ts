import type { Json } from "../../../json/index.js";
import { changeJson, ofKind, showPets } from "../../alterations.js";
import type { Fault } from "../fault.js";
import { changeItem } from "./change-item.js";

/** Ids that are missing, or of another type. */
export const shownIdFaults: readonly Fault[] = [
  {
    name: "id-as-text",
    breaks: "PET-4",
    why: "64-bit integers are written as strings, for JavaScript's sake",
    alter: (conduct) => showPets(conduct, ({ id }) => ({ id: `${id}` })),
  },
  {
    name: "id-missing-when-created",
    breaks: "PET-4",
    why: "the answer repeats what was sent",
    alter: (conduct) => showPets(conduct, () => ({ id: undefined }), "renderCreatedPet"),
  },
  {
    name: "id-null-when-created",
    breaks: "PET-4",
    why: "the record is serialised before the insert has returned its key",
    alter: (conduct) => showPets(conduct, () => ({ id: null }), "renderCreatedPet"),
  },
  {
    name: "id-as-uuid-in-lists",
    breaks: "PET-4",
    why: "lists come from the search index, which has keys of its own",
    alter: (conduct) =>
      showPets(
        conduct,
        ({ id }) => ({ id: `00000000-0000-4000-8000-${`${id}`.slice(-12).padStart(12, "0")}` }),
        "renderListedPet",
      ),
  },
  {
    name: "id-with-underscore",
    breaks: "PET-4",
    why: "the document database's own member",
    alter: (conduct) => showPets(conduct, ({ id = null }) => ({ id: undefined, _id: id }), "renderFoundPet"),
  },
  {
    name: "id-unsigned",
    breaks: "PET-4",
    why: "the sequence is unsigned, and its upper half is used",
    alter: (conduct) => showPets(conduct, ({ id }) => ({ id: BigInt(`${id}`) + 2n ** 63n })),
    consequences: ["GET-1", "DEP-1"],
  },
  {
    name: "id-missing-deep-in-lists",
    breaks: "PET-4",
    why: "one record of the index was never given a key",
    alter: (conduct) => changeItem(conduct, 25, () => ({ id: undefined })),
  },
  {
    name: "null-among-listed-animals",
    breaks: "PET-4",
    why: "an animal that was deleted leaves a hole",
    alter: (conduct) =>
      changeJson(conduct, ofKind("listed"), (list) =>
        Array.isArray(list) ? list.map((pet: Json, index) => (index === 15 ? null : pet)) : list,
      ),
  },
];
