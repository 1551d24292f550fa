import { setTimeout as delay } from "node:timers/promises";
import { isJsonObject, type Json, type JsonObject, numberAsWritten } from "../../json/index.js";
import { changeJson, everyNth, ofKind, showPets, withMembers } from "../alterations.js";
import type { Conduct } from "../conduct.js";
import type { Fault } from "./fault.js";

/** Section "Resources and their fields". */
export const resourceFaults: readonly Fault[] = [
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
    alter: (conduct) =>
      showPets(conduct, ({ categoryId }) =>
        typeof categoryId === "bigint" && categoryId < 0n ? { categoryId: null } : {},
      ),
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

  {
    name: "ids-raced",
    breaks: "PET-5",
    why: "the highest id is read, then one is added",
    alter: () => ({
      async assignId(_pet, store) {
        const id = BigInt(store.size + 1);
        await delay(2);
        return id;
      },
    }),
    consequences: afterIdsMet(),
  },
  {
    name: "ids-of-the-clock",
    breaks: "PET-5",
    why: "the id is the time in hundredths of a second",
    alter: () => ({ assignId: () => BigInt(Math.floor(Date.now() / 10)) }),
    consequences: afterIdsMet(),
  },
  {
    name: "ids-of-the-name",
    breaks: "PET-5",
    why: "the id is a hash of the name",
    alter: () => ({ assignId: ({ name }) => hash(`${name}`) }),
    consequences: afterIdsMet(),
  },
  {
    name: "ids-of-eight-bits",
    breaks: "PET-5",
    why: "a counter wraps around",
    alter() {
      let last = 0n;
      return { assignId: () => (last = (last + 1n) % 64n) };
    },
    consequences: afterIdsMet(),
  },
  {
    name: "ids-now-and-then-the-same",
    breaks: "PET-5",
    why: "blocks of thirty ids are handed out, and each block begins with the last of the one before",
    alter() {
      let count = 0n;
      return { assignId: () => 1000n + ++count - count / 30n };
    },
    consequences: afterIdsMet(),
  },
  {
    name: "ids-from-random-bytes",
    breaks: "PET-5",
    why: "a random number of 10 bits is thought to be enough",
    alter(conduct) {
      return { assignId: async (pet, store) => BigInt.asUintN(10, await conduct.assignId(pet, store)) };
    },
    consequences: afterIdsMet(),
  },

  {
    name: "client-id-taken",
    breaks: "PET-6",
    why: "the body is merged into the record, id included",
    alter: (conduct) => takeClientId(conduct, () => true),
    consequences: afterIdsMet(),
  },
  {
    name: "negative-client-id-taken",
    breaks: "PET-6",
    why: "only positive ids are thought to be the service's",
    alter: (conduct) => takeClientId(conduct, (id) => id < 0n),
    consequences: afterIdsMet(),
  },
  {
    name: "large-client-id-taken",
    breaks: "PET-6",
    why: "an import writes ids of its own range through the same operation",
    alter: (conduct) => takeClientId(conduct, (id) => id > 2n ** 53n),
    consequences: afterIdsMet(),
  },

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

/** Changes the item at this position of every list that is long enough. */
function changeItem(
  conduct: Conduct,
  at: number,
  change: (pet: JsonObject) => Readonly<Record<string, Json | undefined>>,
): Partial<Conduct> {
  return changeJson(conduct, ofKind("listed"), (list) =>
    Array.isArray(list)
      ? list.map((pet: Json, index) =>
          index === at && isJsonObject(pet) ? withMembers(pet, change(pet)) : pet,
        )
      : list,
  );
}

function takeClientId(conduct: Conduct, isTaken: (id: bigint) => boolean): Partial<Conduct> {
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
}

/** What may go wrong once two animals have one id: the second takes the first one's place. */
function afterIdsMet(): readonly string[] {
  return [
    "PET-5",
    "CREATE-2",
    "CREATE-3",
    "CREATE-4",
    "GET-1",
    "GET-2",
    "GET-3",
    "LIST-5",
    "LIST-8",
    "LIST-9",
    "LIST-12",
    "DEP-3",
  ];
}

function hash(text: string): bigint {
  let value = 7n;
  for (const byte of Buffer.from(text)) value = BigInt.asUintN(62, value * 31n + BigInt(byte));
  return value;
}
