import { isJsonObject, type Json } from "../../json/index.js";
import type { Deviation } from "../conduct.js";
import { accept, after, changeStatus, ofCheck } from "../operators/index.js";
import { type Mutant, mutant } from "./mutant.js";

/** Categories that are none. */
export const wrongCategoryMutants: readonly Mutant[] = [
  mutant("digits-as-category-accepted", "CREATE-9", "text is turned into numbers").by(
    acceptCategories((id) => (typeof id === "string" && /^-?\d+$/.test(id) ? BigInt(id) : undefined)),
  ),
  mutant("fraction-as-category-truncated", "CREATE-9", "a conversion to int").by(
    acceptCategories((id) => (isFraction(id) ? BigInt(Math.trunc(Number(`${id}`))) : undefined)),
  ),
  mutant("fraction-as-category-rounded", "CREATE-9", "the database rounds").by(
    acceptCategories((id) => (isFraction(id) ? BigInt(Math.round(Number(`${id}`))) : undefined)),
  ),
  mutant("small-fraction-as-category-accepted", "CREATE-9", "whatever rounds to the integer is taken for it").by(
    acceptCategories((id) => (isFraction(id) && Math.abs(Number(`${id}`)) < 0.5 ? 0n : undefined)),
  ),
  mutant("fraction-as-category-kept", "CREATE-9", "a number is a number", ["PET-2"]).by(
    after("checkCategoryIsInteger", (was, body) => (isFraction(body["categoryId"]) ? undefined : was)),
  ),
  mutant("boolean-as-category-accepted", "CREATE-9", "true is 1").by(
    acceptCategories((id) => (typeof id === "boolean" ? BigInt(id) : undefined)),
  ),
  mutant("false-as-category-accepted", "CREATE-9", "false is no category, and no category is 0").by(
    acceptCategories((id) => (id === false ? 0n : undefined)),
  ),
  mutant("null-as-category-accepted", "CREATE-9", "null is 0").by(acceptCategories((id) => (id === null ? 0n : undefined))),
  mutant("array-as-category-accepted", "CREATE-9", "an array of one is taken for the one").by(
    acceptCategories((id) => (Array.isArray(id) && typeof id[0] === "bigint" ? id[0] : undefined)),
  ),
  mutant("empty-text-as-category-accepted", "CREATE-9", "Number('') is 0").by(acceptCategories((id) => (id === "" ? 0n : undefined))),
  mutant("word-as-category-accepted", "CREATE-9", "the number that cannot be read is 0", ["CREATE-16"]).by(
    acceptCategories((id) => (typeof id === "string" && !/^-?\d*$/.test(id) ? 0n : undefined)),
  ),
  mutant("object-as-category-accepted", "CREATE-9", "a whole category is taken for its id").by(
    acceptCategories((id) => (isJsonObject(id) ? 1n : undefined)),
  ),
  mutant("wrong-category-not-found", "CREATE-9", "it is looked up before its type is checked", ["CREATE-10", "CREATE-16"]).by(
    changeStatus(ofCheck("checkCategoryIsInteger"), 404),
  ),

  mutant("category-wraps-at-64-bits", "CREATE-10", "the overflow goes unnoticed", ["CREATE-16"]).by(
    acceptLargeCategories((id) => BigInt.asIntN(64, id)),
  ),
  mutant("category-saturates-at-64-bits", "CREATE-10", "a saturating conversion", ["CREATE-16"]).by(
    acceptLargeCategories((id) => (id > 0n ? 2n ** 63n - 1n : -(2n ** 63n))),
  ),
  mutant("category-of-2-to-the-63-accepted", "CREATE-10", "the bound is compared as a double, in which both are the same", [
    "CREATE-16",
  ]).by(acceptLargeCategories((id) => (id === 2n ** 63n ? 2n ** 63n - 1n : undefined))),
  mutant("category-below-the-least-accepted", "CREATE-10", "only the upper bound is checked").by(
    acceptLargeCategories((id) => (id < 0n ? -(2n ** 63n) : undefined)),
  ),
  mutant("unsigned-category-accepted", "CREATE-10", "the type is unsigned", ["CREATE-16"]).by(
    acceptLargeCategories((id) => (id > 0n && id < 2n ** 64n ? BigInt.asIntN(64, id) : undefined)),
  ),
  mutant("category-of-any-size-kept", "CREATE-10", "a document store keeps whatever it is given", ["PET-2", "CREATE-16"]).by(() => ({
    checkCategoryIsInt64: () => undefined,
  })),
  mutant("large-category-not-found", "CREATE-10", "it is looked up, and not found", ["CREATE-16"]).by(
    changeStatus(ofCheck("checkCategoryIsInt64"), 404),
  ),
  mutant("large-category-fails", "CREATE-10", "the database says that the number is out of range, and nobody catches it", [
    "GEN-3",
    "CREATE-16",
  ]).by(changeStatus(ofCheck("checkCategoryIsInt64"), 500)),
  mutant("infinite-category-accepted", "CREATE-10", "1e400 is read as infinity, and that as the largest integer", ["CREATE-9"]).by(
    acceptCategories((id) => (/^1e\d{3,}$/i.test(`${id}`) ? 2n ** 63n - 1n : undefined)),
  ),
];

function acceptCategories(read: (categoryId: Json) => bigint | undefined): Deviation {
  return accept("checkCategoryIsInteger", "categoryId", read);
}

function acceptLargeCategories(read: (categoryId: bigint) => bigint | undefined): Deviation {
  return accept("checkCategoryIsInt64", "categoryId", (id) => (typeof id === "bigint" ? read(id) : undefined));
}

function isFraction(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isJsonObject(value) && /[.]|e-/i.test(`${value}`);
}
