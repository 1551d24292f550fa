import { setTimeout as delay } from "node:timers/promises";
import type { Json } from "../../json/index.js";
import type { Deviation } from "../conduct.js";
import { changeItem, changeJson, ofKind, showPets } from "../operators/index.js";
import { type Mutant, mutant } from "./mutant.js";

/** How animals are numbered, and how their ids are shown. */
export const idMutants: readonly Mutant[] = [
  // Ids that two animals have, or that the client chose.
  mutant("ids-raced", "PET-5", "the highest id is read, then one is added", afterIdsMet()).by(() => ({
    async assignId(_pet, store) {
      const id = BigInt(store.size + 1);
      await delay(2);
      return id;
    },
  })),
  mutant("ids-of-the-clock", "PET-5", "the id is the time in hundredths of a second", afterIdsMet()).by(() => ({
    assignId: () => BigInt(Math.floor(Date.now() / 10)),
  })),
  mutant("ids-of-the-name", "PET-5", "the id is a hash of the name", afterIdsMet()).by(() => ({ assignId: ({ name }) => hash(`${name}`) })),
  mutant("ids-of-eight-bits", "PET-5", "a counter wraps around", afterIdsMet()).by(() => {
    let last = 0n;
    return { assignId: () => (last = (last + 1n) % 64n) };
  }),
  mutant(
    "ids-now-and-then-the-same",
    "PET-5",
    "blocks of thirty ids are handed out, and each block begins with the last of the one before",
    afterIdsMet(),
  ).by(() => {
    let count = 0n;
    return { assignId: () => 1000n + ++count - count / 30n };
  }),
  mutant("ids-from-random-bytes", "PET-5", "a random number of 10 bits is thought to be enough", afterIdsMet()).by((conduct) => ({
    assignId: async (pet, store) => BigInt.asUintN(10, await conduct.assignId(pet, store)),
  })),

  mutant("client-id-taken", "PET-6", "the body is merged into the record, id included", afterIdsMet()).by(takeClientId(() => true)),
  mutant("negative-client-id-taken", "PET-6", "only positive ids are thought to be the service's", afterIdsMet()).by(
    takeClientId((id) => id < 0n),
  ),
  mutant("free-client-id-taken", "PET-6", "an id in the body is meant for imports, and checked only for being free", afterIdsMet()).by(
    (conduct) => {
      const taken = new Set<bigint>();
      return takeClientId((id) => {
        const isFree = id > 1n && !taken.has(id);
        taken.add(id);
        return isFree;
      })(conduct);
    },
  ),
  mutant("large-client-id-taken", "PET-6", "an import writes ids of its own range through the same operation", afterIdsMet()).by(
    takeClientId((id) => id > 2n ** 53n),
  ),

  // Ids that are missing, or of another type.
  mutant("id-as-text", "PET-4", "64-bit integers are written as strings, for JavaScript's sake").by(
    showPets(({ id }) => ({ id: `${id}` })),
  ),
  mutant("id-missing-when-created", "PET-4", "the answer repeats what was sent").by(
    showPets(() => ({ id: undefined }), "renderCreatedPet"),
  ),
  mutant("id-null-when-created", "PET-4", "the record is serialised before the insert has returned its key").by(
    showPets(() => ({ id: null }), "renderCreatedPet"),
  ),
  mutant("id-as-uuid-in-lists", "PET-4", "lists come from the search index, which has keys of its own").by(
    showPets(({ id }) => ({ id: `00000000-0000-4000-8000-${`${id}`.slice(-12).padStart(12, "0")}` }), "renderListedPet"),
  ),
  mutant("id-with-underscore", "PET-4", "the document database's own member").by(
    showPets(({ id = null }) => ({ id: undefined, _id: id }), "renderFoundPet"),
  ),
  mutant("id-unsigned", "PET-4", "the sequence is unsigned, and its upper half is used", ["GET-1", "DEP-1"]).by(
    showPets(({ id }) => ({ id: BigInt(`${id}`) + 2n ** 63n })),
  ),
  mutant("id-missing-deep-in-lists", "PET-4", "one record of the index was never given a key").by(
    changeItem(25, () => ({ id: undefined })),
  ),
  mutant("null-among-listed-animals", "PET-4", "an animal that was deleted leaves a hole").by(
    changeJson(ofKind("listed"), (list) => (Array.isArray(list) ? list.map((pet: Json, index) => (index === 15 ? null : pet)) : list)),
  ),
];

function takeClientId(isTaken: (id: bigint) => boolean): Deviation {
  return (conduct) => {
    const sent = new WeakMap<object, bigint>();
    return {
      normalize(body) {
        const pet = conduct.normalize(body);
        const { id } = body;
        if (typeof id === "bigint" && isTaken(id)) sent.set(pet, id);
        return pet;
      },
      assignId: (pet, store) => sent.get(pet) ?? conduct.assignId(pet, store),
    };
  };
}

/** What may go wrong once two animals have one id: the second takes the first one's place. */
function afterIdsMet(): readonly string[] {
  return ["PET-5", "CREATE-2", "CREATE-3", "CREATE-4", "GET-1", "GET-2", "GET-3", "LIST-5", "LIST-8", "LIST-9", "LIST-12", "DEP-3"];
}

function hash(text: string): bigint {
  let value = 7n;
  for (const byte of Buffer.from(text)) value = BigInt.asUintN(62, value * 31n + BigInt(byte));
  return value;
}
