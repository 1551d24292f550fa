import { isJsonObject, numberAsWritten } from "../../json/index.js";
import { after, changeItem, nowAndThen, showCategory, showPets } from "../operators/index.js";
import { type Mutant, mutant } from "./mutant.js";

/** The members of an animal, and the form of a list. */
export const animalMutants: readonly Mutant[] = [
  // Names, categories and statuses that are missing, or of another type.
  mutant("name-missing-in-lists", "PET-1", "the list's query does not select the column").by(
    showPets(() => ({ name: undefined }), "renderListedPet"),
  ),
  mutant("name-null-when-fetched", "PET-1", "the mapper for single records forgets it").by(
    showPets(() => ({ name: null }), "renderFoundPet"),
  ),
  mutant("name-called-title", "PET-1", "the internal name of the member leaks out").by(
    showPets(({ name = null }) => ({ name: undefined, title: name })),
  ),
  mutant("name-of-digits-becomes-a-number", "PET-1", "a serialiser writes whatever looks like a number as one").by(
    showPets(({ name }) => (/^[1-9]\d*$/.test(`${name}`) ? { name: BigInt(`${name}`) } : {})),
  ),
  mutant("name-in-languages", "PET-1", "the record of the next version is sent already").by(
    showPets(({ name = null }) => ({ name: { en: name } }), "renderCreatedPet"),
  ),
  mutant("name-missing-deep-in-lists", "PET-1", "names are loaded in batches of thirty, and only the first batch is awaited").by(
    changeItem(30, () => ({ name: undefined })),
  ),
  mutant("empty-name-becomes-null", "PET-1", "Oracle's empty string is null").by(
    showPets(({ name }) => (name === "" ? { name: null } : {})),
  ),

  mutant("category-as-text", "PET-2", "64-bit integers are written as strings, for JavaScript's sake").by(
    showPets(({ categoryId }) => ({ categoryId: `${categoryId}` })),
  ),
  mutant("large-category-as-text", "PET-2", "only integers beyond 2^53 are written as strings").by(
    showPets(({ categoryId }) => (Math.abs(Number(categoryId)) > 2 ** 53 ? { categoryId: `${categoryId}` } : {})),
  ),
  mutant("category-missing-in-lists", "PET-2", "lists show an abridged record").by(
    showPets(() => ({ categoryId: undefined }), "renderListedPet"),
  ),
  mutant("category-as-object", "PET-2", "the joined record is serialised instead of the foreign key").by(
    showPets(({ categoryId = null }) => ({ categoryId: { id: categoryId } }), "renderFoundPet"),
  ),
  mutant("category-in-snake-case", "PET-2", "the serialiser's naming strategy was set for everything").by(
    showPets(({ categoryId = null }) => ({ categoryId: undefined, category_id: categoryId })),
  ),
  mutant("negative-category-null", "PET-2", "negative numbers mean none in the database").by(showCategory((id) => (id < 0n ? null : id))),
  mutant("category-fraction-deep-in-lists", "PET-2", "a column of decimals lets a migration's half through").by(
    changeItem(40, () => ({ categoryId: numberAsWritten("1.5") })),
  ),

  mutant("status-null-when-omitted", "PET-3", "an absent value is serialised as null").by(
    after("normalize", (was, body) => ({ ...was, status: body["status"] ?? null })),
  ),
  mutant("status-in-capitals", "PET-3", "the enumeration's names are serialised instead of its values").by(
    showPets(({ status }) => ({ status: `${status}`.toUpperCase() })),
  ),
  mutant("status-of-the-old-vocabulary", "PET-3", "the database still says in_stock").by(
    showPets(({ status }) => (status === "available" ? { status: "in_stock" } : {}), "renderListedPet"),
  ),
  mutant("status-as-number", "PET-3", "the enumeration's ordinal is serialised").by(showPets(() => ({ status: 1n }), "renderFoundPet")),
  mutant("status-empty-when-omitted", "PET-3", "the zero value of a string").by(
    after("normalize", (was, body) => ({ ...was, status: body["status"] ?? "" })),
  ),
  mutant("status-unknown-when-omitted", "PET-3", "the internal enumeration has a fourth value").by(
    after("normalize", (was, body) => ({ ...was, status: body["status"] ?? "unknown" })),
  ),
  mutant("status-reserved-deep-in-lists", "PET-3", "an animal in somebody's basket has an internal status").by(
    changeItem(60, () => ({ status: "reserved" })),
  ),

  // Lists that are no arrays of animals.
  mutant("list-in-items", "PET-7", "the company's style guide wants an object around every list", ["LIST-10"]).by(() => ({
    renderPets: (pets) => ({ items: pets }),
  })),
  mutant("list-with-total", "PET-7", "the framework's page object is returned", ["LIST-10"]).by(() => ({
    renderPets: (pets) => ({ content: pets, totalElements: BigInt(pets.length) }),
  })),
  mutant("limited-list-in-an-object", "PET-7", "only lists with a limit go through the paging code", ["LIST-10"]).by(() => ({
    renderPets: (pets, query) => (query.has("limit") ? { data: pets } : pets),
  })),
  mutant("filtered-list-in-an-object", "PET-7", "the search has a handler of its own", ["LIST-10"]).by(() => ({
    renderPets: (pets, query) => (query.has("status") ? { results: pets } : pets),
  })),
  mutant("single-animal-without-array", "PET-7", "a converter from XML unwraps lists of one").by(() => ({
    renderPets: (pets) => (pets.length === 1 ? (pets[0] ?? null) : pets),
  })),
  mutant("list-as-map", "PET-7", "the store's map is serialised as it is", ["LIST-10"]).by(() => ({
    renderPets: (pets) => Object.fromEntries(pets.map((pet, index) => [isJsonObject(pet) ? `${pet["id"]}` : `${index}`, pet])),
  })),
  mutant("list-in-an-array", "PET-4", "rows are wrapped once by the driver and once by the handler", ["PET-7"]).by(() => ({
    renderPets: (pets) => [pets],
  })),
  mutant("list-wrapped-now-and-then", "PET-7", "one of many instances runs the next version", ["LIST-10"]).by(
    nowAndThen(10, (now) => () => ({ renderPets: (pets) => (now() ? { items: pets } : pets) })),
  ),
];
