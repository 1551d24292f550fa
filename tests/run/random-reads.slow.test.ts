import { expect, it } from "vitest";
import type { Operator } from "../../src/reference/index.js";
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
