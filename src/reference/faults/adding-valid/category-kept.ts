import { keepCategory, rounded } from "../../alterations.js";
import type { Fault } from "../fault.js";
import { showCategory } from "../show-category.js";

/** Categories that come back as others. */
export const keptCategoryFaults: readonly Fault[] = [
  {
    name: "category-rounded-at-53-bits",
    breaks: "CREATE-3",
    why: "the body is read by JavaScript's JSON.parse",
    alter: (conduct) => keepCategory(conduct, rounded),
    consequences: ["PET-2"],
  },
  {
    name: "category-in-32-bits",
    breaks: "CREATE-3",
    why: "the column is an int",
    alter: (conduct) => keepCategory(conduct, (id) => BigInt.asIntN(32, id)),
  },
  {
    name: "category-clamped-to-32-bits",
    breaks: "CREATE-3",
    why: "a saturating conversion",
    alter: (conduct) =>
      keepCategory(conduct, (id) => (id > 2147483647n ? 2147483647n : id < -2147483648n ? -2147483648n : id)),
  },
  {
    name: "category-in-single-precision",
    breaks: "CREATE-3",
    why: "a float for a number",
    alter: (conduct) => keepCategory(conduct, (id) => BigInt(Math.fround(Number(id)))),
    consequences: ["PET-2"],
  },
  {
    name: "category-without-sign",
    breaks: "CREATE-3",
    why: "the column is unsigned, and the sign is dropped",
    alter: (conduct) => keepCategory(conduct, (id) => (id < 0n && id > -(2n ** 63n) ? -id : id)),
  },
  {
    name: "unknown-category-becomes-nought",
    breaks: "CREATE-3",
    why: "0 stands for a category that is not known",
    alter: (conduct) => keepCategory(conduct, (id) => (id === 1n ? id : 0n)),
  },
  {
    name: "largest-category-one-less",
    breaks: "CREATE-3",
    why: "the largest value is a sentinel in the database",
    alter: (conduct) => keepCategory(conduct, (id) => (id === 2n ** 63n - 1n ? id - 1n : id)),
  },
  {
    name: "category-of-sixteen-digits",
    breaks: "CREATE-3",
    why: "a decimal column of 16 digits, filled up with noughts",
    alter: (conduct) =>
      keepCategory(conduct, (id) => (id > 10n ** 16n || id < -(10n ** 16n) ? (id / 1000n) * 1000n : id)),
  },
  {
    name: "category-rounded-when-created",
    breaks: "CREATE-3",
    why: "the answer goes through a layer that reads JSON numbers as doubles",
    alter: (conduct) => showCategory(conduct, rounded, "renderCreatedPet"),
    consequences: ["GET-3", "PET-2", "LIST-12"],
  },
  {
    name: "large-category-lost-without-status",
    breaks: "CREATE-3",
    why: "records without a status take an older constructor, which has an int",
    alter: (conduct) => ({
      normalize(body) {
        const pet = conduct.normalize(body);
        return body["status"] === undefined && typeof pet.categoryId === "bigint"
          ? { ...pet, categoryId: BigInt.asIntN(32, pet.categoryId) }
          : pet;
      },
    }),
  },
  {
    name: "category-in-exponents",
    breaks: "CREATE-3",
    why: "large numbers are written as doubles are printed",
    alter: (conduct) =>
      showCategory(conduct, (id) =>
        id > 10n ** 15n
          ? BigInt(
              Number(id)
                .toPrecision(12)
                .replace(/[.]|e.*/g, ""),
            )
          : id,
      ),
  },
];
