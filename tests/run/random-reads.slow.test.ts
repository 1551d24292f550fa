import { expect, it } from "vitest";
import type { Operator } from "../../src/reference/index.js";
import { findingOf, idsWith, judgeDeviant } from "../servers/judging.js";

/** For six seconds all is well; then one animal in 100 is not found. */
const forgetful: Operator = (handlers) => {
  const began = performance.now();
  let asked = 0;
  return {
    lookUp: (id, store) => {
      asked += 1;
      return performance.now() - began > 6000 && asked % 100 === 0 ? undefined : handlers.lookUp(id, store);
    },
  };
};

it("an animal that comes and goes is found, since others do not delete and restore it", async () => {
  const report = await judgeDeviant(forgetful, { duration: 15_000 });

  expect(idsWith(report, "failed")).toEqual(["GET-1"]);
  expect(findingOf(report, "GET-1")).toMatchObject({
    problem: "now and then",
    check: "get/right-one/random",
  });
});

it("animals that others delete for good are no finding", async () => {
  const gone: Operator = (handlers) => {
    const began = performance.now();
    return {
      lookUp: (id, store) => {
        if (performance.now() - began > 6000 && id % 3n === 0n) store.remove(id);
        return handlers.lookUp(id, store);
      },
    };
  };

  const report = await judgeDeviant(gone, { duration: 15_000 });

  expect(idsWith(report, "failed")).toEqual([]);
});
