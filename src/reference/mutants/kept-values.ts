import type { Deviation } from "../conduct.js";
import {
  after,
  changeStatus,
  inTurn,
  keep,
  keepCategory,
  ofCheck,
  refuseBodies,
  rounded,
  showCategory,
  showPets,
} from "../operators/index.js";
import { type Mutant, mutant } from "./mutant.js";

/** Statuses and categories that are kept otherwise than sent, or refused. */
export const keptValueMutants: readonly Mutant[] = [
  // Statuses that come back as others, or have to be sent.
  mutant("pending-becomes-available", "CREATE-4", "a new animal was thought to be always available").by(
    keep(({ status }) => ({ status: status === "pending" ? "available" : status })),
  ),
  mutant("sent-status-ignored", "CREATE-4", "the member is not copied into the record").by(keep(() => ({ status: "available" }))),
  mutant("status-overlooked-as-first-member", "CREATE-4", "the search for the member begins behind a comma").by(
    after("normalize", (was, body) => ({
      ...was,
      ...(Object.keys(body)[0] === "status" ? { status: "available" } : {}),
    })),
  ),
  mutant("sold-refused-for-new-animals", "CREATE-4", "nobody adds what is sold", ["CREATE-1"]).by(
    refuseBodies(({ status }) => status === "sold"),
  ),
  mutant("pending-unknown", "CREATE-4", "the state was added to the documentation first", ["CREATE-1"]).by(
    refuseBodies(({ status }) => status === "pending"),
  ),
  mutant("status-lost-with-negative-category", "CREATE-4", "negative categories take another branch, with the default").by(
    keep(({ categoryId, status }) => ({
      status: typeof categoryId === "bigint" && categoryId < 0n ? "available" : status,
    })),
  ),
  mutant("status-lost-with-long-name", "CREATE-4", "the record's buffer is full before the status is written").by(
    keep(({ name, status }) => ({ status: `${name}`.length > 200 ? "available" : status })),
  ),
  mutant("sold-shown-as-pending-when-created", "CREATE-4", "the answer is made before the state machine has run", [
    "GET-3",
    "LIST-12",
    "LIST-5",
    "LIST-8",
  ]).by(showPets(({ status }) => (status === "sold" ? { status: "pending" } : {}), "renderCreatedPet")),

  mutant("status-required", "CREATE-5", "the record's constructor wants one", ["CREATE-2", "CREATE-3"]).by(
    refuseBodies((body) => !Object.hasOwn(body, "status")),
  ),
  mutant("omitted-status-unprocessable", "CREATE-5", "the validator of the framework says 422", ["GEN-2"]).by(
    inTurn(
      refuseBodies((body) => !Object.hasOwn(body, "status")),
      changeStatus(ofCheck("checkFurther"), 422),
    ),
  ),
  mutant("omitted-status-fails", "CREATE-5", "a null that nobody thought of", ["GEN-3"]).by((conduct) => ({
    normalize(body) {
      if (!Object.hasOwn(body, "status")) throw new Error("null pointer");
      return conduct.normalize(body);
    },
  })),
  mutant("omitted-status-accepted-only", "CREATE-5", "somebody has to decide on the status before the animal is there", ["GEN-2"]).by(
    changeStatus(({ kind }, { body }) => kind === "created" && body.kind === "bytes" && !Buffer.from(body.bytes).includes('"status"'), 202),
  ),

  // Categories that come back as others.
  mutant("category-rounded-at-53-bits", "CREATE-3", "the body is read by JavaScript's JSON.parse", ["PET-2"]).by(keepCategory(rounded)),
  mutant("category-in-32-bits", "CREATE-3", "the column is an int").by(keepCategory((id) => BigInt.asIntN(32, id))),
  mutant("category-clamped-to-32-bits", "CREATE-3", "a saturating conversion").by(
    keepCategory((id) => (id > 2147483647n ? 2147483647n : id < -2147483648n ? -2147483648n : id)),
  ),
  mutant("category-in-single-precision", "CREATE-3", "a float for a number", ["PET-2"]).by(
    keepCategory((id) => BigInt(Math.fround(Number(id)))),
  ),
  mutant("category-without-sign", "CREATE-3", "the column is unsigned, and the sign is dropped").by(
    keepCategory((id) => (id < 0n && id > -(2n ** 63n) ? -id : id)),
  ),
  mutant("unknown-category-becomes-nought", "CREATE-3", "0 stands for a category that is not known").by(
    keepCategory((id) => (id === 1n ? id : 0n)),
  ),
  mutant("largest-category-one-less", "CREATE-3", "the largest value is a sentinel in the database").by(
    keepCategory((id) => (id === 2n ** 63n - 1n ? id - 1n : id)),
  ),
  mutant("category-of-sixteen-digits", "CREATE-3", "a decimal column of 16 digits, filled up with noughts").by(
    keepCategory((id) => (id > 10n ** 16n || id < -(10n ** 16n) ? (id / 1000n) * 1000n : id)),
  ),
  mutant("category-rounded-when-created", "CREATE-3", "the answer goes through a layer that reads JSON numbers as doubles", [
    "GET-3",
    "PET-2",
    "LIST-12",
  ]).by(showCategory(rounded, "renderCreatedPet")),
  mutant("large-category-lost-without-status", "CREATE-3", "records without a status take an older constructor, which has an int").by(
    (conduct) => ({
      normalize(body) {
        const pet = conduct.normalize(body);
        return body["status"] === undefined && typeof pet.categoryId === "bigint"
          ? { ...pet, categoryId: BigInt.asIntN(32, pet.categoryId) }
          : pet;
      },
    }),
  ),
  mutant("category-in-exponents", "CREATE-3", "large numbers are written as doubles are printed").by(
    showCategory((id) =>
      id > 10n ** 15n
        ? BigInt(
            Number(id)
              .toPrecision(12)
              .replace(/[.]|e.*/g, ""),
          )
        : id,
    ),
  ),

  // Categories refused for their size, by servers that keep no table of them.
  mutant("categories-beyond-53-bits-refused", "CREATE-1", "the validator asks for a safe integer of JavaScript").by(
    refuseWhere((id) => id >= 2n ** 53n || id <= -(2n ** 53n)),
  ),
  mutant("positive-categories-beyond-53-bits-refused", "CREATE-1", "the form has a largest value, and no smallest").by(
    refuseWhere((id) => id > 2n ** 53n),
  ),
];

function refuseWhere(isRefused: (categoryId: bigint) => boolean): Deviation {
  return refuseBodies(({ categoryId }) => typeof categoryId === "bigint" && isRefused(categoryId));
}
