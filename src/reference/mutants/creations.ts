import type { Deviation } from "../conduct.js";
import {
  allOf,
  changeJson,
  changeReply,
  changeStatus,
  inTurn,
  isChunked,
  nowAndThen,
  ofCheck,
  ofKind,
  refuseBodies,
  toChunks,
} from "../operators/index.js";
import type { Pet } from "../pet.js";
import { type Mutant, mutant } from "./mutant.js";

/** What a creation with a status, and one without, come to. */
const everyStatus = ["CREATE-4", "CREATE-5"];

/** How a creation is answered, and that it happens once. */
export const creationMutants: readonly Mutant[] = [
  // Animals that are refused, or whose creation is answered in another way.
  mutant("created-with-200", "CREATE-1", "the framework's default status", ["CREATE-4", "CREATE-5", "GEN-2"]).by(
    changeStatus(ofKind("created"), 200),
  ),
  mutant("created-with-202", "CREATE-1", "the animal is put into a queue", ["CREATE-4", "CREATE-5", "GEN-2"]).by(
    changeStatus(ofKind("created"), 202),
  ),
  mutant("created-with-no-content", "CREATE-1", "the client is thought to know what it has sent", [
    "CREATE-4",
    "CREATE-5",
    "GEN-1",
    "GEN-2",
  ]).by(changeReply(ofKind("created"), () => ({ status: 204, body: new Uint8Array() }))),
  mutant("refusal-stays-for-the-next", "CREATE-1", "the reader's error is kept in the thread, and told again", [
    "CREATE-2",
    "CREATE-3",
    "CREATE-4",
    "CREATE-5",
  ]).by((conduct) => {
    let isLeft = false;
    return {
      parseBody(text) {
        const wasLeft = isLeft;
        const read = conduct.parseBody(text);
        isLeft = read.status === "refused";
        return wasLeft ? { status: "refused", reason: "unexpected end" } : read;
      },
    };
  }),
  mutant("names-with-digits-refused", "CREATE-1", "no dog is called Rex3", everyStatus).by(
    refuseBodies(({ name }) => /\d/.test(`${name}`)),
  ),
  mutant("names-of-one-letter-refused", "CREATE-1", "a minimum of two letters", everyStatus).by(
    refuseBodies(({ name }) => `${name}`.length === 1),
  ),
  mutant("names-above-30-refused", "CREATE-1", "a column of 30 characters", everyStatus).by(
    refuseBodies(({ name }) => `${name}`.length > 30),
  ),
  mutant("names-with-blanks-refused", "CREATE-1", "names are taken for identifiers", everyStatus).by(
    refuseBodies(({ name }) => `${name}`.includes(" ")),
  ),
  mutant("further-member-required", "CREATE-1", "another interface's photoUrls is required", everyStatus).by(
    refuseBodies((body) => !Object.hasOwn(body, "photoUrls")),
  ),
  mutant("fiftieth-animal-refused", "CREATE-1", "a trial account's quota", ["CREATE-4", "CREATE-5", "GEN-2"]).by(
    inTurn(
      () => ({ checkFurther: (_body, store) => (store.size >= 50 ? "the quota is used up" : undefined) }),
      changeStatus(ofCheck("checkFurther"), 403),
    ),
  ),
  mutant("names-in-small-letters-refused", "CREATE-1", "a name begins with a capital", everyStatus).by(
    refuseBodies(({ name }) => /^[a-z]/.test(`${name}`)),
  ),
  mutant("available-refused", "CREATE-4", "available is the default, and was left out of the enumeration", ["CREATE-1"]).by(
    refuseBodies(({ status }) => status === "available"),
  ),
  mutant("creation-refused-now-and-then", "CREATE-1", "a validator that is not safe to share between threads", everyStatus).by(
    nowAndThen(6, (now) => refuseBodies(() => now())),
  ),
  mutant("created-in-an-envelope", "PET-4", "the company's style guide wants an object around every record", ["PET-1", "PET-2"]).by(
    changeJson(ofKind("created"), (json) => ({ data: json })),
  ),

  // Requests that add more than the animal that they are answered with.
  mutant("added-twice", "CREATE-24", "the queue delivers at least once, and each delivery gets an id of its own").by(addTwins(() => true)),
  mutant("sold-added-twice", "CREATE-24", "a sale is entered by two listeners, of which one was to be removed").by(
    addTwins(({ status }) => status === "sold"),
  ),
  mutant("twin-of-another-state", "CREATE-24", "an animal that is pending is reserved by a copy that is available").by(
    addTwins(({ status }) => status === "pending", { status: "available" }),
  ),

  // Bodies in chunks that are taken, and then treated in another way than others.
  mutant("bodies-in-chunks-need-no-key", "AUTH-1", "streams are handed on before the filter has looked at the headers").by((conduct) => ({
    authenticate: (credential, key, request) => conduct.authenticate(credential, key, request) || isChunked(request),
  })),
  mutant("bodies-in-chunks-not-validated", "CREATE-6", "the validator looks at bodies whose length is told").by(
    changeReply(allOf(ofCheck("checkNameIsPresent"), toChunks), () => ({
      status: 201,
      body: Buffer.from('{"id":4611686018427387905,"name":"","categoryId":1}'),
    })),
  ),
  mutant("characters-between-two-chunks-lost", "CREATE-2", "each chunk is decoded for itself").by((conduct) => {
    let inChunks = false;
    return {
      authenticate(credential, key, request) {
        inChunks = isChunked(request);
        return conduct.authenticate(credential, key, request);
      },
      decodeBody(bytes) {
        const read = conduct.decodeBody(bytes);
        return inChunks && read.status === "read" ? { status: "read", value: read.value.replace(/[^\0-\x7f]/, "\ufffd\ufffd") } : read;
      },
    };
  }),
  mutant("animals-in-chunks-answered-as-array", "PET-4", "streams are taken for batches").by(
    changeJson(allOf(ofKind("created"), toChunks), (pet) => [pet]),
  ),
];

/** Stores a twin of some animals, which differs from them in its id and this. */
function addTwins(concerns: (pet: Pet) => boolean, difference: Partial<Pet> = {}): Deviation {
  return (conduct) => ({
    async storePet(pet, store) {
      await conduct.storePet(pet, store);
      if (!concerns(pet)) return;
      const twin = { ...pet, ...difference };
      await conduct.storePet({ ...twin, id: await conduct.assignId(twin, store) }, store);
    },
  });
}
