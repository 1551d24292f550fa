import { isJsonObject, numberAsWritten } from "../../json/index.js";
import { changeItem, everyNth, showCategory, showPets } from "../operators/index.js";
import { type Mutant, mutant } from "./mutant.js";

/** The members of an animal, and the form of a list. */
export const animalMutants: readonly Mutant[] = [
  // Names, categories and statuses that are missing, or of another type.
  mutant(
    "name-missing-in-lists",
    "PET-1",
    "the list's query does not select the column",
    showPets(() => ({ name: undefined }), "renderListedPet"),
  ),
  mutant(
    "name-null-when-fetched",
    "PET-1",
    "the mapper for single records forgets it",
    showPets(() => ({ name: null }), "renderFoundPet"),
  ),
  mutant(
    "name-called-title",
    "PET-1",
    "the internal name of the member leaks out",
    showPets(({ name = null }) => ({ name: undefined, title: name })),
  ),
  mutant(
    "name-of-digits-becomes-a-number",
    "PET-1",
    "a serialiser writes whatever looks like a number as one",
    showPets(({ name }) => (/^[1-9]\d*$/.test(`${name}`) ? { name: BigInt(`${name}`) } : {})),
  ),
  mutant(
    "name-in-languages",
    "PET-1",
    "the record of the next version is sent already",
    showPets(({ name = null }) => ({ name: { en: name } }), "renderCreatedPet"),
  ),
  mutant(
    "name-missing-deep-in-lists",
    "PET-1",
    "names are loaded in batches of thirty, and only the first batch is awaited",
    changeItem(30, () => ({ name: undefined })),
  ),
  mutant(
    "empty-name-becomes-null",
    "PET-1",
    "Oracle's empty string is null",
    showPets(({ name }) => (name === "" ? { name: null } : {})),
  ),

  mutant(
    "category-as-text",
    "PET-2",
    "64-bit integers are written as strings, for JavaScript's sake",
    showPets(({ categoryId }) => ({ categoryId: `${categoryId}` })),
  ),
  mutant(
    "large-category-as-text",
    "PET-2",
    "only integers beyond 2^53 are written as strings",
    showPets(({ categoryId }) => (Math.abs(Number(categoryId)) > 2 ** 53 ? { categoryId: `${categoryId}` } : {})),
  ),
  mutant(
    "category-missing-in-lists",
    "PET-2",
    "lists show an abridged record",
    showPets(() => ({ categoryId: undefined }), "renderListedPet"),
  ),
  mutant(
    "category-as-object",
    "PET-2",
    "the joined record is serialised instead of the foreign key",
    showPets(({ categoryId = null }) => ({ categoryId: { id: categoryId } }), "renderFoundPet"),
  ),
  mutant(
    "category-in-snake-case",
    "PET-2",
    "the serialiser's naming strategy was set for everything",
    showPets(({ categoryId = null }) => ({ categoryId: undefined, category_id: categoryId })),
  ),
  mutant(
    "negative-category-null",
    "PET-2",
    "negative numbers mean none in the database",
    showCategory((id) => (id < 0n ? null : id)),
  ),
  mutant(
    "category-fraction-deep-in-lists",
    "PET-2",
    "a column of decimals lets a migration's half through",
    changeItem(40, () => ({ categoryId: numberAsWritten("1.5") })),
  ),

  mutant("status-null-when-omitted", "PET-3", "an absent value is serialised as null", (conduct) => ({
    normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] ?? null }),
  })),
  mutant(
    "status-in-capitals",
    "PET-3",
    "the enumeration's names are serialised instead of its values",
    showPets(({ status }) => ({ status: `${status}`.toUpperCase() })),
  ),
  mutant(
    "status-of-the-old-vocabulary",
    "PET-3",
    "the database still says in_stock",
    showPets(({ status }) => (status === "available" ? { status: "in_stock" } : {}), "renderListedPet"),
  ),
  mutant(
    "status-as-number",
    "PET-3",
    "the enumeration's ordinal is serialised",
    showPets(() => ({ status: 1n }), "renderFoundPet"),
  ),
  mutant("status-empty-when-omitted", "PET-3", "the zero value of a string", (conduct) => ({
    normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] ?? "" }),
  })),
  mutant("status-unknown-when-omitted", "PET-3", "the internal enumeration has a fourth value", (conduct) => ({
    normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] ?? "unknown" }),
  })),
  mutant(
    "status-reserved-deep-in-lists",
    "PET-3",
    "an animal in somebody's basket has an internal status",
    changeItem(60, () => ({ status: "reserved" })),
  ),

  // Lists that are no arrays of animals.
  mutant(
    "list-in-items",
    "PET-7",
    "the company's style guide wants an object around every list",
    () => ({ renderPets: (pets) => ({ items: pets }) }),
    { consequences: ["LIST-10"] },
  ),
  mutant(
    "list-with-total",
    "PET-7",
    "the framework's page object is returned",
    () => ({ renderPets: (pets) => ({ content: pets, totalElements: BigInt(pets.length) }) }),
    { consequences: ["LIST-10"] },
  ),
  mutant(
    "limited-list-in-an-object",
    "PET-7",
    "only lists with a limit go through the paging code",
    () => ({ renderPets: (pets, query) => (query.has("limit") ? { data: pets } : pets) }),
    { consequences: ["LIST-10"] },
  ),
  mutant(
    "filtered-list-in-an-object",
    "PET-7",
    "the search has a handler of its own",
    () => ({ renderPets: (pets, query) => (query.has("status") ? { results: pets } : pets) }),
    { consequences: ["LIST-10"] },
  ),
  mutant("single-animal-without-array", "PET-7", "a converter from XML unwraps lists of one", () => ({
    renderPets: (pets) => (pets.length === 1 ? (pets[0] ?? null) : pets),
  })),
  mutant(
    "list-as-map",
    "PET-7",
    "the store's map is serialised as it is",
    () => ({
      renderPets: (pets) => Object.fromEntries(pets.map((pet, index) => [isJsonObject(pet) ? `${pet["id"]}` : `${index}`, pet])),
    }),
    { consequences: ["LIST-10"] },
  ),
  mutant(
    "list-in-an-array",
    "PET-4",
    "rows are wrapped once by the driver and once by the handler",
    () => ({ renderPets: (pets) => [pets] }),
    { consequences: ["PET-7"] },
  ),
  mutant(
    "list-wrapped-now-and-then",
    "PET-7",
    "one of many instances runs the next version",
    () => {
      const now = everyNth(10);
      return { renderPets: (pets) => (now() ? { items: pets } : pets) };
    },
    { consequences: ["LIST-10"] },
  ),
];
