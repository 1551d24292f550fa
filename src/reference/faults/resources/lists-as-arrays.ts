import { isJsonObject } from "../../../json/index.js";
import { everyNth } from "../../alterations.js";
import type { Fault } from "../fault.js";

/** Lists that are no arrays of animals. */
export const listShapeFaults: readonly Fault[] = [
  {
    name: "list-in-items",
    breaks: "PET-7",
    why: "the company's style guide wants an object around every list",
    alter: () => ({ renderPets: (pets) => ({ items: pets }) }),
    consequences: ["LIST-10"],
  },
  {
    name: "list-with-total",
    breaks: "PET-7",
    why: "the framework's page object is returned",
    alter: () => ({ renderPets: (pets) => ({ content: pets, totalElements: BigInt(pets.length) }) }),
    consequences: ["LIST-10"],
  },
  {
    name: "limited-list-in-an-object",
    breaks: "PET-7",
    why: "only lists with a limit go through the paging code",
    alter: () => ({ renderPets: (pets, query) => (query.has("limit") ? { data: pets } : pets) }),
    consequences: ["LIST-10"],
  },
  {
    name: "filtered-list-in-an-object",
    breaks: "PET-7",
    why: "the search has a handler of its own",
    alter: () => ({ renderPets: (pets, query) => (query.has("status") ? { results: pets } : pets) }),
    consequences: ["LIST-10"],
  },
  {
    name: "single-animal-without-array",
    breaks: "PET-7",
    why: "a converter from XML unwraps lists of one",
    alter: () => ({ renderPets: (pets) => (pets.length === 1 ? (pets[0] ?? null) : pets) }),
  },
  {
    name: "list-as-map",
    breaks: "PET-7",
    why: "the store's map is serialised as it is",
    alter: () => ({
      renderPets: (pets) =>
        Object.fromEntries(pets.map((pet, index) => [isJsonObject(pet) ? `${pet["id"]}` : `${index}`, pet])),
    }),
    consequences: ["LIST-10"],
  },
  {
    name: "list-in-an-array",
    breaks: "PET-4",
    why: "rows are wrapped once by the driver and once by the handler",
    alter: () => ({ renderPets: (pets) => [pets] }),
    consequences: ["PET-7"],
  },
  {
    name: "list-wrapped-now-and-then",
    breaks: "PET-7",
    why: "one of many instances runs the next version",
    alter() {
      const now = everyNth(10);
      return { renderPets: (pets) => (now() ? { items: pets } : pets) };
    },
    consequences: ["LIST-10"],
  },
];
