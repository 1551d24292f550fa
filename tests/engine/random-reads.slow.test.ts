import { expect, it } from "vitest";
import type { Operator, Pet } from "../../src/server/index.js";
import { after } from "../../src/server/operators/index.js";
import { findingOf, idsWith, judgeDeviant } from "../servers/judging.js";

/** The checks of every rule look up fewer animals than this; random cases look up many more. */
const lookUpsBefore = 200;

const enough = { cases: 10_000 };

it("an animal that comes and goes is found, since others do not delete and restore it", async () => {
  const forgetful: Operator = (handlers) => {
    let asked = 0;
    return {
      lookUp: (id, store) => {
        asked += 1;
        return asked > lookUpsBefore && asked % 50 === 0 ? undefined : handlers.lookUp(id, store);
      },
    };
  };

  const report = await judgeDeviant(forgetful, enough);

  expect(idsWith(report, "failed")).toEqual(["GET-1"]);
  expect(findingOf(report, "GET-1")).toMatchObject({
    problem: "now and then",
    check: "get/right-one/random",
  });
});

it.each([
  ["and so does the list, are no finding, and no pass either", true, [], ["GET-2"]],
  ["and the list does not, are found", false, ["GET-3"], []],
])(
  "animals that each read shows otherwise than they were added, %s",
  async (_, isListed, failed, inconclusive) => {
    const other = <Shown extends Pet | undefined>(pet: Shown): Shown =>
      pet === undefined ? pet : { ...pet, categoryId: 77n };
    const changing: Operator = (handlers) => {
      const readByRules = new Set<bigint>();
      let asked = 0;
      const isChanged = (id: bigint): boolean => asked > lookUpsBefore && !readByRules.has(id);
      return {
        lookUp: async (id, store) => {
          asked += 1;
          if (!isChanged(id)) readByRules.add(id);
          const pet = await handlers.lookUp(id, store);
          return isChanged(id) ? other(pet) : pet;
        },
        ...after("revisePage", (page) =>
          page.map((pet) => (isListed && isChanged(pet.id) ? other(pet) : pet)),
        )(handlers),
      };
    };

    const report = await judgeDeviant(changing, enough);

    expect(idsWith(report, "failed")).toEqual(failed);
    expect(idsWith(report, "inconclusive")).toEqual(inconclusive);
  },
);

it("animals that others delete for good are no finding", async () => {
  const deleting: Operator = (handlers) => {
    let asked = 0;
    return {
      lookUp: (id, store) => {
        asked += 1;
        if (asked > lookUpsBefore && id % 3n === 0n) store.remove(id);
        return handlers.lookUp(id, store);
      },
    };
  };

  const report = await judgeDeviant(deleting, enough);

  expect(idsWith(report, "failed")).toEqual([]);
});
