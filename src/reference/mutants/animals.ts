import { setTimeout as delay } from "node:timers/promises";
import { numberAsWritten } from "../../json/index.js";
import type { Operator, OperatorTable } from "../handlers.js";
import { after, changeMembersOfItem, inTurn, nowAndThen, number, remembering, showCategory, showPets, wrap } from "../operators/index.js";

/** The ids and members of an animal, and the form of a list. */
export const animalMutants: OperatorTable = {
  // Names, categories and statuses that are missing, or of another type.
  "name-null-when-fetched": showPets(() => ({ name: null }), "renderFoundPet"),
  "name-of-digits-becomes-a-number": showPets(({ name }) => (/^[1-9]\d*$/.test(`${name}`) ? { name: BigInt(`${name}`) } : {})),
  "name-in-languages": showPets(({ name = null }) => ({ name: { en: name } }), "renderCreatedPet"),
  "name-missing-deep-in-lists": changeMembersOfItem(30, () => ({ name: undefined })),
  "empty-name-becomes-null": showPets(({ name }) => (name === "" ? { name: null } : {})),

  "category-as-text": showPets(({ categoryId }) => ({ categoryId: `${categoryId}` })),
  "large-category-as-text": showPets(({ categoryId }) => (Math.abs(Number(categoryId)) > 2 ** 53 ? { categoryId: `${categoryId}` } : {})),
  "category-as-object": showPets(({ categoryId = null }) => ({ categoryId: { id: categoryId } }), "renderFoundPet"),
  "negative-category-null": showCategory((id) => (id < 0n ? null : id)),
  "category-fraction-deep-in-lists": changeMembersOfItem(40, () => ({ categoryId: numberAsWritten("1.5") })),

  "status-as-number": showPets(() => ({ status: 1n }), "renderFoundPet"),
  "status-reserved-deep-in-lists": changeMembersOfItem(60, () => ({ status: "reserved" })),

  // Lists that are no arrays of animals.
  "filtered-list-in-an-object": () => ({ renderPets: (pets, query) => (query.has("status") ? { results: pets } : pets) }),
  "single-animal-without-array": () => ({ renderPets: (pets) => (pets.length === 1 ? (pets[0] ?? null) : pets) }),
  "list-wrapped-now-and-then": nowAndThen(10, (now) => () => ({ renderPets: (pets) => (now() ? { items: pets } : pets) })),

  // Ids that two animals have, or that the client chose.
  "ids-raced": () => ({
    async assignId(_pet, store) {
      const id = BigInt(store.size + 1);
      await delay(2);
      return id;
    },
  }),
  "ids-of-the-clock": number(() => BigInt(Math.floor(Date.now() / 10))),
  "ids-of-the-name": number((_count, { name }) => hash(`${name}`)),
  "ids-from-random-bytes": after("assignId", async (was) => BigInt.asUintN(10, await was)),

  "negative-client-id-taken": takeClientId((id) => id < 0n),
  "free-client-id-taken": remembering(
    () => new Set<bigint>(),
    (taken) =>
      takeClientId((id) => {
        const isFree = id > 1n && !taken.has(id);
        taken.add(id);
        return isFree;
      }),
  ),
  "large-client-id-taken": takeClientId((id) => id > 2n ** 53n),

  // Ids that are missing, or of another type.
  "id-with-underscore": showPets(({ id = null }) => ({ id: undefined, _id: id }), "renderFoundPet"),
  "id-missing-deep-in-lists": changeMembersOfItem(25, () => ({ id: undefined })),
};

/** Takes the id that the client sends, where it is such. */
function takeClientId(isTaken: (id: bigint) => boolean): Operator {
  return remembering(
    () => new WeakMap<object, bigint>(),
    (sent) =>
      inTurn(
        wrap("normalize", (decide, body, roles) => {
          const pet = decide(body, roles);
          if (typeof body["id"] === "bigint" && isTaken(body["id"])) sent.set(pet, body["id"]);
          return pet;
        }),
        wrap("assignId", (decide, pet, store) => sent.get(pet) ?? decide(pet, store)),
      ),
  );
}

function hash(text: string): bigint {
  let value = 7n;
  for (const byte of Buffer.from(text)) value = BigInt.asUintN(62, value * 31n + BigInt(byte));
  return value;
}
