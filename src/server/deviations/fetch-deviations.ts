import { setTimeout as delay } from "node:timers/promises";
import { isInt64, largestInt64, smallestInt64 } from "../incoming-request.js";
import * as op from "../operators/index.js";
import type { Pet, Store } from "../store.js";

/** Ids that are not found, lead to another animal, or to one that is altered. */
export const mutants = (): op.OperatorTable => ({
  // Animals that are there, and not found.
  "sold-not-found": loseSome(({ status }) => status === "sold"),
  "one-in-six-not-found": op.instead("lookUp", op.everyNth(6), undefined),
  "every-fifth-write-lost": op.instead("storePet", op.everyNth(5), undefined),
  "not-found-is-remembered": rememberMissing(),
  "animals-with-odd-names-not-found": loseSome(({ name }) => /["']/.test(`${name}`)),
  "not-found-beside-a-parameter": op.answerError(["found", op.to(({ query }) => query.size > 0)], 404),
  "negative-categories-not-found": loseSome(({ categoryId }) => typeof categoryId === "bigint" && categoryId < 0n),

  // Ids of no animal that are not answered with 404.
  "unknown-id-empty-object": op.answerText("no-such-animal", "{}", 200),
  "unknown-id-made-up": findInstead((id) => ({ id, name: "", categoryId: 0n, status: undefined })),

  // The same at the edges: ids that are rarely given.
  "id-nought-refused": refuseIds((id) => id === 0n),
  "id-beyond-53-bits-refused": [op.numberFrom((count) => count), refuseIds((id) => op.rounded(id) !== id || id > 2n ** 53n)],
  "id-beyond-32-bits-refused": [op.numberFrom((count) => count), refuseIds((id) => BigInt.asIntN(32, id) !== id)],
  "smallest-id-fails": op.failAt("lookUp", (id) => id === smallestInt64, "integer overflow"),
  "largest-id-refused": refuseIds((id) => id === largestInt64),

  // Another animal than the one that was asked for.
  "id-rounded-at-53-bits": findBy((asked, id) => op.rounded(asked) === op.rounded(id)),
  "id-in-32-bits": findBy((asked, id) => BigInt.asIntN(32, asked) === BigInt.asIntN(32, id)),
  "id-by-its-beginning": findBy((asked, id) => `${id}`.startsWith(`${asked}`)),
  "id-without-sign": findBy((asked, id) => asked === id || asked === -id),
  "id-wraps-at-64-bits": () => ({ readPetId: (text) => (/^-?\d{1,40}$/.test(text) ? BigInt.asIntN(64, BigInt(text)) : undefined) }),
  "id-followed-by-letters-read": op.before("readPetId", (text) => /^-?\d+/.exec(text)?.[0] ?? text),
  "id-as-hexadecimal-read": op.before("readPetId", (text) => text.replace(/^0x/, "")),
  "id-of-fraction-truncated": op.before("readPetId", (text) => text.replace(/\.\d+$/, "")),
  "found-id-rounded": op.showPets(({ id }) => (typeof id === "bigint" ? { id: BigInt.asIntN(63, op.rounded(id)) } : {}), "renderFoundPet"),
  "animals-swapped-under-load": (handlers) => {
    let asked: bigint | undefined;
    return {
      async lookUp(id, store) {
        asked = id;
        await delay(2);
        return handlers.lookUp(asked, store);
      },
    };
  },

  // Animals that are found as others than they are.
  "found-name-cut-at-64": op.showName((name) => name.slice(0, 64), "renderFoundPet"),
  "found-name-escaped": op.showName((name) => name.replaceAll("<", "&lt;"), "renderFoundPet"),
  "found-capitals-lowered": op.showName((name) => (name === name.toUpperCase() ? name.toLowerCase() : name), "renderFoundPet"),
  "found-category-rounded": op.showCategory((id) => BigInt.asIntN(64, op.rounded(id)), "renderFoundPet"),
  "found-status-stale": op.showPets(() => ({ status: "available" }), "renderFoundPet"),
  "found-default-status-differs": [
    op.keepOmittedStatusAs("pending"),
    op.showPets(
      ({ status, name }) => (status === "pending" && !`${name}`.startsWith("Pedigree") ? { status: "available" } : {}),
      "renderCreatedPet",
    ),
  ],
  "found-name-in-latin-1": op.showName((name) => name.replaceAll(/[^\0-\xff]/g, "?"), "renderFoundPet"),
  "found-name-empty-now-and-then": op.showName(
    op.onEveryNth(9, () => ""),
    "renderFoundPet",
  ),
});

/** The meaning of ids that are no plain integers. */
export const variants = (): op.OperatorTable => ({
  "odd-ids-refused": op.changeStatus("invalid-id", 400),
  "parameters-of-getpet-refused": op.answerError(["getPet", op.to(({ query }) => query.size > 0)], 400),
  "odd-ids-unprocessable": op.changeStatus("invalid-id", 422),
  "other-spellings-of-ids-read": op.before("readPetId", (text) =>
    text.replace(/^(?:\+|%2B)?0*(?=[1-9])/i, "").replace(/^-0+(?=[1-9])/, "-"),
  ),
  "encoded-digits-not-read": () => ({
    readPetId: (text) => (/^-?\d{1,19}$/.test(text) && isInt64(BigInt(text)) ? BigInt(text) : undefined),
  }),
});

/** Finds no animal like this. */
function loseSome(isLost: (pet: Pet) => boolean): op.Operator {
  return op.after("lookUp", async (found) => {
    const pet = await found;
    return pet !== undefined && isLost(pet) ? undefined : pet;
  });
}

/** Numbers the animals, and never finds one whose id was asked for too early. */
function rememberMissing(): op.Operator {
  const missing = new Set<bigint>();
  return op.inTurn(
    () => ({ assignId: (_pet, store) => BigInt(store.size + 1) }),
    op.after("lookUp", async (found, id) => {
      const pet = await found;
      if (pet === undefined) missing.add(id);
      return missing.has(id) ? undefined : pet;
    }),
  );
}

/** Finds something else where there is nothing. */
function findInstead(find: (asked: bigint, store: Store) => Pet | undefined): op.Operator {
  return op.after("lookUp", async (found, asked, store) => (await found) ?? find(asked, store));
}

/** Finds an animal by something less than its id. */
function findBy(isSame: (asked: bigint, id: bigint) => boolean): op.Operator {
  return findInstead((asked, store) => [...store.all()].find(({ id }) => isSame(asked, id)));
}

/** Answers 400 for some ids of no animal. */
function refuseIds(isRefused: (id: bigint) => boolean): op.Operator {
  return op.changeStatus((outcome) => outcome.kind === "no-such-animal" && isRefused(outcome.id), 400);
}
