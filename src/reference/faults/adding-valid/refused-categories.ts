import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";
import { refuse } from "./refuse.js";

/** Categories refused for their size, by servers that keep no table of them. */
export const refusedCategoryFaults: readonly Fault[] = [
  {
    name: "categories-beyond-53-bits-refused",
    breaks: "CREATE-1",
    why: "the validator asks for a safe integer of JavaScript",
    alter: (conduct) => refuseWhere(conduct, (id) => id >= 2n ** 53n || id <= -(2n ** 53n)),
  },
  {
    name: "positive-categories-beyond-53-bits-refused",
    breaks: "CREATE-1",
    why: "the form has a largest value, and no smallest",
    alter: (conduct) => refuseWhere(conduct, (id) => id > 2n ** 53n),
  },
];

function refuseWhere(conduct: Conduct, isRefused: (categoryId: bigint) => boolean) {
  return refuse(conduct, ({ categoryId }) => typeof categoryId === "bigint" && isRefused(categoryId));
}
