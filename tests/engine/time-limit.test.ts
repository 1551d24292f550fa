import { describe, expect, it } from "vitest";
import { describeTimeLimit, timeLimitOf } from "../../src/engine/time-limit.js";

describe("a run that its duration has ended names one that would be enough:", () => {
  it.each([
    [
      "half of the walk is done",
      10_000,
      { all: 100, done: 50, randomTime: 0 },
      "--duration 30s would be enough",
    ],
    ["nearly all is done", 10_000, { all: 100, done: 99, randomTime: 0 }, "--duration 20s would be enough"],
    ["little is done", 10_000, { all: 100, done: 10, randomTime: 0 }, "--duration 3m would be enough"],
    [
      "random cases took most of it",
      60_000,
      { all: 100, done: 50, randomTime: 50_000 },
      "--duration 90s would be enough",
    ],
    ["nothing is done", 10_000, { all: 100, done: 0, randomTime: 0 }, "raise --duration"],
  ])("%s", (_, limit, progress, remedy) => {
    const timeLimit = timeLimitOf(limit, limit, progress);

    const said = timeLimit && describeTimeLimit(timeLimit);

    expect(said).toBe(`the run took longer than ${limit / 1000} seconds: ${remedy}`);
  });

  it("none where the walk was done", () => {
    expect(timeLimitOf(10_000, 10_000, { all: 100, done: 100, randomTime: 0 })).toBeUndefined();
  });
});
