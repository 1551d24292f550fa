import type { Deviation } from "../conduct.js";
import { changeReply, changeStatus, inTurn, noBody, nowAndThen, ofKind, rounded } from "../operators/index.js";
import type { Pet } from "../pet.js";
import { type Mutant, mutant } from "./mutant.js";

const lost = ["GET-3", "DEP-3", "LIST-12"];

/** Ids that are not found, unknown, or no ids. */
export const fetchingNothingMutants: readonly Mutant[] = [
  // Animals that are there, and not found.
  mutant("sold-not-found", "GET-1", "what is sold was thought to be gone", lost).by(loseSome(({ status }) => status === "sold")),
  mutant("large-ids-not-found", "GET-1", "the path is read as a double, and the look-up misses", lost).by((conduct) => {
    let count = 0n;
    return {
      // Of both sizes, so that not every animal is lost.
      async assignId(pet, store) {
        count += 1n;
        return count % 2n === 0n ? count : conduct.assignId(pet, store);
      },
      lookUp: (id, store) => (rounded(id) === id ? conduct.lookUp(id, store) : undefined),
    };
  }),
  mutant("one-in-six-not-found", "GET-1", "one replica of six does not get the writes", lost).by(
    nowAndThen(6, (now) => (conduct) => ({ lookUp: (id, store) => (now() ? undefined : conduct.lookUp(id, store)) })),
  ),
  mutant("every-fifth-write-lost", "GET-1", "writes are acknowledged before they are safe, and dropped when the queue is full", [
    ...lost,
    "LIST-5",
    "LIST-8",
    "LIST-9",
  ]).by(nowAndThen(5, (now) => (conduct) => ({ storePet: (pet, store) => (now() ? undefined : conduct.storePet(pet, store)) }))),
  mutant("found-with-302", "GET-1", "the deprecated operation leads to its successor", [...lost, "GEN-2", "DEP-1", "GEN-1", "GET-5"]).by(
    changeReply(ofKind("found"), ({ headers }) => ({
      status: 302,
      headers: { ...headers, Location: "/v1/pets" },
      ...noBody,
    })),
  ),
  mutant("found-after-a-while", "GET-1", "the cache for single animals is filled after 300 ms", ["GET-3", "DEP-3", "LIST-12", "DEP-1"]).by(
    (conduct) => {
      const known = new Map<bigint, number>();
      return {
        async storePet(pet, store) {
          known.set(pet.id, performance.now() + 300);
          await conduct.storePet(pet, store);
        },
        lookUp: (id, store) => ((known.get(id) ?? 0) > performance.now() ? undefined : conduct.lookUp(id, store)),
      };
    },
  ),
  mutant("not-found-is-remembered", "GET-1", "what was not found is cached, and ids are counted", lost).by((conduct) => {
    const missing = new Set<bigint>();
    return {
      assignId: (_pet, store) => BigInt(store.size + 1),
      async lookUp(id, store) {
        const pet = missing.has(id) ? undefined : await conduct.lookUp(id, store);
        if (pet === undefined) missing.add(id);
        return pet;
      },
    };
  }),
  mutant("animals-with-odd-names-not-found", "GET-1", "the cache's key is made of the name, and breaks at a quote", lost).by(
    loseSome(({ name }) => /["']/.test(`${name}`)),
  ),
  mutant("negative-categories-not-found", "GET-1", "the join with the categories drops what it does not find", lost).by(
    loseSome(({ categoryId }) => typeof categoryId === "bigint" && categoryId < 0n),
  ),
  mutant("newest-not-found", "GET-1", "single animals are read from a replica that lags by one", lost).by((conduct) => ({
    lookUp(id, store) {
      const newest = [...store.all()].at(-1);
      return newest?.id === id ? undefined : conduct.lookUp(id, store);
    },
  })),

  // Ids of no animal that are not answered with 404.
  mutant("unknown-id-null", "GET-4", "nothing found is serialised as null", ["PET-1", "PET-2", "PET-4", "GET-5"]).by(answerNothing("null")),
  mutant("unknown-id-empty-object", "GET-4", "an empty record is serialised", ["PET-1", "PET-2", "PET-4", "GET-5"]).by(answerNothing("{}")),
  mutant("unknown-id-no-content", "GET-4", "nothing found is taken for 204", ["GET-5", "GEN-1", "GEN-2"]).by(
    changeReply(ofKind("no-such-animal"), () => ({ status: 204, ...noBody })),
  ),
  mutant("unknown-id-bad-request", "GET-4", "an id that is not there is taken for an invalid one", ["GET-5"]).by(
    changeStatus(ofKind("no-such-animal"), 400),
  ),
  mutant("unknown-id-gone", "GET-4", "whatever is not there was there once", ["GET-5"]).by(changeStatus(ofKind("no-such-animal"), 410)),
  mutant("unknown-id-forbidden", "GET-4", "nobody is to learn which ids exist", ["GET-5"]).by(changeStatus(ofKind("no-such-animal"), 403)),
  mutant("unknown-id-fails", "GET-4", "the exception for no result is not caught", ["GEN-3", "GET-5"]).by(
    changeStatus(ofKind("no-such-animal"), 500),
  ),
  mutant("unknown-id-made-up", "GET-4", "a proxy object is returned, and filled on first use, which never comes").by((conduct) => ({
    async lookUp(id, store) {
      return (await conduct.lookUp(id, store)) ?? { id, name: "", categoryId: 0n, status: undefined };
    },
  })),

  // The same at the edges: ids that are rarely given.
  mutant("negative-id-refused", "GET-5", "the service only gives positive ones", ["GET-4"]).by(refuseIds((id) => id < 0n)),
  mutant("id-nought-refused", "GET-5", "0 means that there is none").by(refuseIds((id) => id === 0n)),
  mutant("id-beyond-53-bits-refused", "GET-5", "Number.isSafeInteger", ["GET-4", "GET-1"]).by(
    inTurn(
      refuseIds((id) => rounded(id) !== id || id > 2n ** 53n),
      smallIds(),
    ),
  ),
  mutant("id-beyond-32-bits-refused", "GET-5", "the path is read as an int", ["GET-4"]).by(
    inTurn(
      refuseIds((id) => BigInt.asIntN(32, id) !== id),
      smallIds(),
    ),
  ),
  mutant("smallest-id-fails", "GET-5", "its absolute value overflows", ["GEN-3"]).by((conduct) => ({
    lookUp(id, store) {
      if (id === -(2n ** 63n)) throw new Error("integer overflow");
      return conduct.lookUp(id, store);
    },
  })),
  mutant("largest-id-refused", "GET-5", "the bound is exclusive").by(refuseIds((id) => id === 2n ** 63n - 1n)),
];

function loseSome(isLost: (pet: Pet) => boolean): Deviation {
  return (conduct) => ({
    async lookUp(id, store) {
      const pet = await conduct.lookUp(id, store);
      return pet !== undefined && isLost(pet) ? undefined : pet;
    },
  });
}

function answerNothing(body: string): Deviation {
  return changeReply(ofKind("no-such-animal"), () => ({ status: 200, body: Buffer.from(body) }));
}

/** Answers 400 for some ids. */
function refuseIds(isRefused: (id: bigint) => boolean): Deviation {
  return changeStatus((outcome) => outcome.kind === "no-such-animal" && isRefused(outcome.id), 400);
}

/** One, two, three, … */
function smallIds(): Deviation {
  return () => {
    let last = 0n;
    return { assignId: () => ++last };
  };
}
