import { isJsonObject, type Json } from "../../../json/index.js";
import { type Alteration, changeStatus, ofCheck } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";
import { accept } from "./accept-values.js";

/** Categories that are no integers, or do not fit into 64 bits. */
export const wrongCategoryFaults: readonly Fault[] = [
  {
    name: "digits-as-category-accepted",
    breaks: "CREATE-9",
    why: "text is turned into numbers",
    alter: (conduct) =>
      acceptCategories(conduct, (id) =>
        typeof id === "string" && /^-?\d+$/.test(id) ? BigInt(id) : undefined,
      ),
  },
  {
    name: "fraction-as-category-truncated",
    breaks: "CREATE-9",
    why: "a conversion to int",
    alter: (conduct) =>
      acceptCategories(conduct, (id) => (isFraction(id) ? BigInt(Math.trunc(Number(`${id}`))) : undefined)),
  },
  {
    name: "fraction-as-category-rounded",
    breaks: "CREATE-9",
    why: "the database rounds",
    alter: (conduct) =>
      acceptCategories(conduct, (id) => (isFraction(id) ? BigInt(Math.round(Number(`${id}`))) : undefined)),
  },
  {
    name: "small-fraction-as-category-accepted",
    breaks: "CREATE-9",
    why: "whatever rounds to the integer is taken for it",
    alter: (conduct) =>
      acceptCategories(conduct, (id) => (isFraction(id) && Math.abs(Number(`${id}`)) < 0.5 ? 0n : undefined)),
  },
  {
    name: "fraction-as-category-kept",
    breaks: "CREATE-9",
    why: "a number is a number",
    alter: (conduct) => ({
      checkCategoryIsInteger: (body) =>
        isFraction(body["categoryId"]) ? undefined : conduct.checkCategoryIsInteger(body),
    }),
    consequences: ["PET-2"],
  },
  {
    name: "boolean-as-category-accepted",
    breaks: "CREATE-9",
    why: "true is 1",
    alter: (conduct) => acceptCategories(conduct, (id) => (typeof id === "boolean" ? BigInt(id) : undefined)),
  },
  {
    name: "false-as-category-accepted",
    breaks: "CREATE-9",
    why: "false is no category, and no category is 0",
    alter: (conduct) => acceptCategories(conduct, (id) => (id === false ? 0n : undefined)),
  },
  {
    name: "null-as-category-accepted",
    breaks: "CREATE-9",
    why: "null is 0",
    alter: (conduct) => acceptCategories(conduct, (id) => (id === null ? 0n : undefined)),
  },
  {
    name: "array-as-category-accepted",
    breaks: "CREATE-9",
    why: "an array of one is taken for the one",
    alter: (conduct) =>
      acceptCategories(conduct, (id) => (Array.isArray(id) && typeof id[0] === "bigint" ? id[0] : undefined)),
  },
  {
    name: "empty-text-as-category-accepted",
    breaks: "CREATE-9",
    why: "Number('') is 0",
    alter: (conduct) => acceptCategories(conduct, (id) => (id === "" ? 0n : undefined)),
  },
  {
    name: "word-as-category-accepted",
    breaks: "CREATE-9",
    why: "the number that cannot be read is 0",
    alter: (conduct) =>
      acceptCategories(conduct, (id) => (typeof id === "string" && !/^-?\d*$/.test(id) ? 0n : undefined)),
    consequences: ["CREATE-16"],
  },
  {
    name: "object-as-category-accepted",
    breaks: "CREATE-9",
    why: "a whole category is taken for its id",
    alter: (conduct) => acceptCategories(conduct, (id) => (isJsonObject(id) ? 1n : undefined)),
  },
  {
    name: "wrong-category-not-found",
    breaks: "CREATE-9",
    why: "it is looked up before its type is checked",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkCategoryIsInteger"), 404),
    consequences: ["CREATE-10", "CREATE-16"],
  },

  {
    name: "category-wraps-at-64-bits",
    breaks: "CREATE-10",
    why: "the overflow goes unnoticed",
    alter: (conduct) => acceptLargeCategories(conduct, (id) => BigInt.asIntN(64, id)),
    consequences: ["CREATE-16"],
  },
  {
    name: "category-saturates-at-64-bits",
    breaks: "CREATE-10",
    why: "a saturating conversion",
    alter: (conduct) => acceptLargeCategories(conduct, (id) => (id > 0n ? 2n ** 63n - 1n : -(2n ** 63n))),
    consequences: ["CREATE-16"],
  },
  {
    name: "category-of-2-to-the-63-accepted",
    breaks: "CREATE-10",
    why: "the bound is compared as a double, in which both are the same",
    alter: (conduct) =>
      acceptLargeCategories(conduct, (id) => (id === 2n ** 63n ? 2n ** 63n - 1n : undefined)),
    consequences: ["CREATE-16"],
  },
  {
    name: "category-below-the-least-accepted",
    breaks: "CREATE-10",
    why: "only the upper bound is checked",
    alter: (conduct) => acceptLargeCategories(conduct, (id) => (id < 0n ? -(2n ** 63n) : undefined)),
  },
  {
    name: "unsigned-category-accepted",
    breaks: "CREATE-10",
    why: "the type is unsigned",
    alter: (conduct) =>
      acceptLargeCategories(conduct, (id) => (id > 0n && id < 2n ** 64n ? BigInt.asIntN(64, id) : undefined)),
    consequences: ["CREATE-16"],
  },
  {
    name: "category-of-any-size-kept",
    breaks: "CREATE-10",
    why: "a document store keeps whatever it is given",
    alter: () => ({ checkCategoryIsInt64: () => undefined }),
    consequences: ["PET-2", "CREATE-16"],
  },
  {
    name: "large-category-not-found",
    breaks: "CREATE-10",
    why: "it is looked up, and not found",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkCategoryIsInt64"), 404),
    consequences: ["CREATE-16"],
  },
  {
    name: "large-category-fails",
    breaks: "CREATE-10",
    why: "the database says that the number is out of range, and nobody catches it",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkCategoryIsInt64"), 500),
    consequences: ["GEN-3", "CREATE-16"],
  },
  {
    name: "infinite-category-accepted",
    breaks: "CREATE-10",
    why: "1e400 is read as infinity, and that as the largest integer",
    alter: (conduct) =>
      acceptCategories(conduct, (id) => (/^1e\d{3,}$/i.test(`${id}`) ? 2n ** 63n - 1n : undefined)),
    consequences: ["CREATE-9"],
  },
];

function acceptCategories(conduct: Conduct, read: (categoryId: Json) => bigint | undefined): Alteration {
  return accept(conduct, "checkCategoryIsInteger", "categoryId", read);
}

function acceptLargeCategories(
  conduct: Conduct,
  read: (categoryId: bigint) => bigint | undefined,
): Alteration {
  return accept(conduct, "checkCategoryIsInt64", "categoryId", (id) =>
    typeof id === "bigint" ? read(id) : undefined,
  );
}

function isFraction(value: Json | undefined): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !isJsonObject(value) &&
    /[.]|e-/i.test(`${value}`)
  );
}
