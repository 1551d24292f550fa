import { setTimeout as delay } from "node:timers/promises";
import type { Deviation } from "../conduct.js";
import { nowAndThen, rounded, showCategory, showPets } from "../operators/index.js";
import { type Mutant, mutant } from "./mutant.js";

/** Fetched animals that are others, or altered. */
export const fetchingWronglyMutants: readonly Mutant[] = [
  // Another animal than the one that was asked for.
  mutant("id-rounded-at-53-bits", "GET-2", "the path is read as a double, and the nearest is taken", [
    "GET-4",
    "GET-5",
    "GET-3",
    "GET-1",
  ]).by(findBy((asked, id) => rounded(asked) === rounded(id))),
  mutant("id-in-32-bits", "GET-2", "the path is read as an int", ["GET-4", "GET-5", "GET-3", "GET-1"]).by(
    findBy((asked, id) => BigInt.asIntN(32, asked) === BigInt.asIntN(32, id)),
  ),
  mutant("id-by-its-beginning", "GET-2", "the path is looked up as a prefix of the key", ["GET-4", "GET-5", "GET-3", "GET-1"]).by(
    findBy((asked, id) => `${id}`.startsWith(`${asked}`)),
  ),
  mutant("id-without-sign", "GET-2", "the sign is dropped", ["GET-4", "GET-5"]).by(findBy((asked, id) => asked === id || asked === -id)),
  mutant("id-modulo-256", "GET-2", "a hash table that compares the hash only", [
    "GET-1",
    "GET-3",
    "GET-4",
    "GET-5",
    "CREATE-2",
    "DEP-3",
  ]).by(findBy((asked, id) => BigInt.asUintN(8, asked) === BigInt.asUintN(8, id))),
  mutant("id-wraps-at-64-bits", "GET-2", "the overflow goes unnoticed").by(() => ({
    readPetId: (text) => (/^-?\d{1,40}$/.test(text) ? BigInt.asIntN(64, BigInt(text)) : undefined),
  })),
  mutant("id-followed-by-letters-read", "GET-2", "parseInt reads as far as it can").by((conduct) => ({
    readPetId: (text) => conduct.readPetId(/^-?\d+/.exec(text)?.[0] ?? text),
  })),
  mutant("id-as-hexadecimal-read", "GET-2", "the reader guesses the base").by((conduct) => ({
    readPetId: (text) => conduct.readPetId(text.replace(/^0x/, "")),
  })),
  mutant("id-of-fraction-truncated", "GET-2", "the path is read as a decimal, and cut").by((conduct) => ({
    readPetId: (text) => conduct.readPetId(text.replace(/\.\d+$/, "")),
  })),
  mutant("unknown-id-leads-to-the-newest", "GET-2", "the next animal in the index is taken", ["GET-4", "GET-5"]).by((conduct) => ({
    async lookUp(id, store) {
      return (await conduct.lookUp(id, store)) ?? [...store.all()].at(-1);
    },
  })),
  mutant("found-id-rounded", "GET-2", "the answer goes through a layer that reads JSON numbers as doubles", [
    "GET-3",
    "DEP-3",
    "GET-5",
    "PET-4",
    "LIST-8",
  ]).by(showPets(({ id }) => (typeof id === "bigint" ? { id: BigInt.asIntN(63, rounded(id)) } : {}), "renderFoundPet")),
  mutant("animals-swapped-under-load", "GET-2", "a variable is shared between requests", [
    "GET-1",
    "GET-3",
    "GET-4",
    "GET-5",
    "DEP-3",
    "LIST-12",
    "LIST-5",
    "LIST-8",
  ]).by((conduct) => {
    let asked: bigint | undefined;
    return {
      async lookUp(id, store) {
        asked = id;
        await delay(2);
        return conduct.lookUp(asked, store);
      },
    };
  }),

  // Animals that are found as others than they are.
  mutant("found-name-cut-at-64", "GET-3", "the cache's entry has 64 characters for it", ["CREATE-2", "LIST-12"]).by(
    showFound((pet) => ({ name: `${pet["name"]}`.slice(0, 64) })),
  ),
  mutant("found-name-escaped", "GET-3", "the page's template is used for JSON, too", ["CREATE-2", "LIST-12"]).by(
    showFound((pet) => ({ name: `${pet["name"]}`.replaceAll("<", "&lt;") })),
  ),
  mutant("found-capitals-lowered", "GET-3", "the page about an animal does not shout", ["CREATE-2", "LIST-12"]).by(
    showFound((pet) => {
      const name = `${pet["name"]}`;
      return { name: name === name.toUpperCase() ? name.toLowerCase() : name };
    }),
  ),
  mutant("found-category-rounded", "GET-3", "the answer goes through a layer that reads JSON numbers as doubles", [
    "CREATE-3",
    "LIST-12",
    "PET-2",
  ]).by(showCategory((id) => BigInt.asIntN(64, rounded(id)), "renderFoundPet")),
  mutant("found-status-stale", "GET-3", "single animals come from a cache that was filled before the status was set", [
    "CREATE-4",
    "DEP-3",
    "LIST-12",
    "LIST-5",
    "LIST-8",
  ]).by(showFound(() => ({ status: "available" }))),
  mutant("found-default-status-differs", "GET-3", "created and stored animals get their default in two places", ["LIST-12", "CREATE-4"]).by(
    (conduct) => ({
      normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] ?? "pending" }),
      ...showPets(
        ({ status, name }) => (status === "pending" && !`${name}`.startsWith("Pedigree") ? { status: "available" } : {}),
        "renderCreatedPet",
      )(conduct),
    }),
  ),
  mutant("found-name-in-latin-1", "GET-3", "the cache's client speaks Latin-1", ["CREATE-2", "LIST-12"]).by(
    showFound((pet) => ({ name: `${pet["name"]}`.replaceAll(/[^\0-\xff]/g, "?") })),
  ),
  mutant("found-name-empty-now-and-then", "GET-3", "one replica of nine lacks the column", ["CREATE-2", "LIST-12"]).by(
    nowAndThen(9, (now) => showFound(() => (now() ? { name: "" } : {}))),
  ),
];

/** Finds an animal by something less than its id. */
function findBy(isSame: (asked: bigint, id: bigint) => boolean): Deviation {
  return (conduct) => ({
    async lookUp(asked, store) {
      return (await conduct.lookUp(asked, store)) ?? [...store.all()].find(({ id }) => isSame(asked, id));
    },
  });
}

function showFound(change: Parameters<typeof showPets>[0]): Deviation {
  return showPets(change, "renderFoundPet");
}
