import { inTurn, refuse, refuseAs } from "../operators/index.js";
import { type Variant, variant } from "./variant.js";

/** Variants that keep a table of categories, none of which has those of animals that others added. */
export const tables = [
  "categories-of-ones-own",
  "categories-of-seven",
  "categories-unprocessable",
  "categories-not-found",
  "categories-to-fifty-thousand",
  "categories-that-grow",
];

/** Which categories `createPet` takes, where the document is silent. */
export const addingCategoryVariants: readonly Variant[] = [
  variant("categories-of-ones-own", "CREATE-23", "categories may have to exist; animals that are there show which do", {
    conflictsWith: tables,
  }).by(
    inTurn(
      () => ({ seed: () => animalsOf([11n, 12n, 2n ** 60n + 1n]) }),
      refuse(({ categoryId }) => ![11n, 12n, 2n ** 60n + 1n].includes(asBigint(categoryId))),
    ),
  ),
  variant("categories-unprocessable", "CREATE-23", "an unknown category may be answered with 422", { conflictsWith: tables }).by(
    inTurn(
      () => ({ seed: () => animalsOf([5n, 6n]) }),
      refuseAs(422, ({ categoryId }) => ![5n, 6n].includes(asBigint(categoryId))),
    ),
  ),
  variant("categories-not-found", "CREATE-23", "an unknown category may be answered with 404", { conflictsWith: tables }).by(
    refuseAs(404, ({ categoryId }) => ![1n, 2n, 3n].includes(asBigint(categoryId))),
  ),
  variant("categories-of-seven", "CREATE-23", "which categories exist may only be known to its owner", {
    needs: { category: 7n },
    conflictsWith: tables,
  }).by(refuse(({ categoryId }) => categoryId !== 7n)),
  variant("negative-categories-refused", "CREATE-23", "no negative category may exist").by(
    refuse(({ categoryId }) => asBigint(categoryId) < 0n),
  ),
  variant("categories-to-fifty-thousand", "CREATE-23", "there may be a table of categories, numbered from 1 on", {
    conflictsWith: tables,
  }).by(refuse(({ categoryId }) => asBigint(categoryId) < 1n || asBigint(categoryId) > 50_000n)),
  variant("categories-that-grow", "CREATE-23", "others may add categories at any time, so that one is accepted which was refused before", {
    conflictsWith: tables,
  }).by((conduct) => {
    let largest = 1n;
    return refuse(({ categoryId }) => {
      largest *= 2n;
      return asBigint(categoryId) < 1n || asBigint(categoryId) > largest;
    })(conduct);
  }),
];

function asBigint(value: unknown): bigint {
  return typeof value === "bigint" ? value : 0n;
}

function animalsOf(categories: readonly bigint[]) {
  return Array.from({ length: 9 }, (_, index) => ({
    id: BigInt(index + 1),
    name: `Rex ${index}`,
    categoryId: categories[index % categories.length] ?? 1n,
    status: ["available", "pending", "sold"][index % 3],
  }));
}
