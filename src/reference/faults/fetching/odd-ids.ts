import { type Alteration, changeStatus, rounded } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";

/** The same at the edges: ids that are rarely given. */
export const oddIdFaults: readonly Fault[] = [
  {
    name: "negative-id-refused",
    breaks: "GET-5",
    why: "the service only gives positive ones",
    alter: (conduct) => refuseIds(conduct, (id) => id < 0n),
    consequences: ["GET-4"],
  },
  {
    name: "id-nought-refused",
    breaks: "GET-5",
    why: "0 means that there is none",
    alter: (conduct) => refuseIds(conduct, (id) => id === 0n),
  },
  {
    name: "id-beyond-53-bits-refused",
    breaks: "GET-5",
    why: "Number.isSafeInteger",
    alter: (conduct) => ({
      ...refuseIds(conduct, (id) => rounded(id) !== id || id > 2n ** 53n),
      ...smallIds(),
    }),
    consequences: ["GET-4", "GET-1"],
  },
  {
    name: "id-beyond-32-bits-refused",
    breaks: "GET-5",
    why: "the path is read as an int",
    alter: (conduct) => ({
      ...refuseIds(conduct, (id) => BigInt.asIntN(32, id) !== id),
      ...smallIds(),
    }),
    consequences: ["GET-4"],
  },
  {
    name: "smallest-id-fails",
    breaks: "GET-5",
    why: "its absolute value overflows",
    alter: (conduct) => ({
      lookUp(id, store) {
        if (id === -(2n ** 63n)) throw new Error("integer overflow");
        return conduct.lookUp(id, store);
      },
    }),
    consequences: ["GEN-3"],
  },
  {
    name: "largest-id-refused",
    breaks: "GET-5",
    why: "the bound is exclusive",
    alter: (conduct) => refuseIds(conduct, (id) => id === 2n ** 63n - 1n),
  },
];

/** Answers 400 for some ids. */
function refuseIds(conduct: Conduct, isRefused: (id: bigint) => boolean): Alteration {
  return changeStatus(conduct, (outcome) => outcome.kind === "no-such-animal" && isRefused(outcome.id), 400);
}

/** One, two, three, … */
function smallIds(): Alteration {
  let last = 0n;
  return { assignId: () => ++last };
}
