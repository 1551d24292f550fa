import type { PermittedChoice } from "./permitted-choice.js";
import { refuse, refuseAs } from "./refuse.js";

const tables = [
  "categories-of-ones-own",
  "categories-of-seven",
  "categories-unprocessable",
  "categories-not-found",
  "categories-to-fifty-thousand",
  "categories-that-grow",
];

/** Which categories `createPet` takes, where the document is silent. */
export const addingCategoryChoices: readonly PermittedChoice[] = [
  {
    name: "categories-of-ones-own",
    concerns: "CREATE-23",
    why: "categories may have to exist; animals that are there show which do",
    alter: (conduct) => ({
      seed: () => animalsOf([11n, 12n, 2n ** 60n + 1n]),
      ...refuse(conduct, ({ categoryId }) => ![11n, 12n, 2n ** 60n + 1n].includes(asBigint(categoryId))),
    }),
    conflictsWith: tables,
  },
  {
    name: "categories-unprocessable",
    concerns: "CREATE-23",
    why: "an unknown category may be answered with 422",
    alter: (conduct) => ({
      seed: () => animalsOf([5n, 6n]),
      ...refuseAs(conduct, 422, ({ categoryId }) => ![5n, 6n].includes(asBigint(categoryId))),
    }),
    conflictsWith: tables,
  },
  {
    name: "categories-not-found",
    concerns: "CREATE-23",
    why: "an unknown category may be answered with 404",
    alter: (conduct) =>
      refuseAs(conduct, 404, ({ categoryId }) => ![1n, 2n, 3n].includes(asBigint(categoryId))),
    conflictsWith: tables,
  },
  {
    name: "categories-of-seven",
    concerns: "CREATE-23",
    why: "which categories exist may only be known to its owner",
    alter: (conduct) => refuse(conduct, ({ categoryId }) => categoryId !== 7n),
    needs: { category: 7n },
    conflictsWith: tables,
  },
  {
    name: "negative-categories-refused",
    concerns: "CREATE-23",
    why: "no negative category may exist",
    alter: (conduct) => refuse(conduct, ({ categoryId }) => asBigint(categoryId) < 0n),
  },
  {
    name: "categories-to-fifty-thousand",
    concerns: "CREATE-23",
    why: "there may be a table of categories, numbered from 1 on",
    alter: (conduct) =>
      refuse(conduct, ({ categoryId }) => asBigint(categoryId) < 1n || asBigint(categoryId) > 50_000n),
    conflictsWith: tables,
  },
  {
    name: "categories-that-grow",
    concerns: "CREATE-23",
    why: "others may add categories at any time, so that one is accepted which was refused before",
    alter(conduct) {
      let largest = 1n;
      return refuse(conduct, ({ categoryId }) => {
        largest *= 2n;
        return asBigint(categoryId) < 1n || asBigint(categoryId) > largest;
      });
    },
    conflictsWith: tables,
  },
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
