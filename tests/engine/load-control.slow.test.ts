import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createLoadControl } from "../../src/engine/circuit-breaker.js";
import { realNetwork } from "../../src/engine/index.js";
import type { Operator } from "../../src/server/index.js";
import { judgeDeviant } from "../servers/judging.js";

describe("a load", () => {
  /** Samples of responses, each all of this duration, in ms; then: cases at a time, and the pause before each. */
  it.each<readonly [string, readonly number[], number, number]>([
    ["begins with one case at a time", [], 1, 0],
    ["is doubled with each sample as long as responses stay fast", [10, 20], 4, 0],
    ["grows to no more than there may be", Array.from({ length: 20 }, () => 10), 8, 0],
    ["counts what is slow, but no slower than alone, as fast", [200, 400], 4, 0],
    ["counts what takes 50 ms at most as fast", [1, 50], 4, 0],
    ["is halved where responses take more than three times as long", [20, 20, 20, 61], 4, 0],
    ["grows by one a sample then", [20, 20, 20, 61, 20, 20], 6, 0],
    ["is never less than one case, and comes with pauses then", [20, 100, 100, 100], 1, 20],
    ["pauses for a second at most", [20, ...Array.from({ length: 20 }, () => 500)], 1, 1000],
    ["pauses less and less once responses are fast again", [20, 100, 100, 100, 20], 1, 10],
    ["grows again after its pauses", [20, 100, 100, 20, 20], 2, 0],
  ])("%s", (_what, samples, allowed, pause) => {
    const load = createLoadControl(8);
    for (const duration of samples) for (let count = 0; count < 40; count += 1) load.record(duration);
    expect([load.allowed(), load.pause()]).toEqual([allowed, pause]);
  });
});

it("random cases leave a server that is slow with many at a time to its other users", async () => {
  const together: number[] = [];
  let underWay = 0;
  const busy: Operator = (handlers) => ({
    answerEarly: async (request, store) => {
      underWay += 1;
      if (request.headers["user-agent"]?.startsWith("pedigree")) together.push(underWay);
      await sleep(12 * underWay * underWay);
      underWay -= 1;
      return handlers.answerEarly(request, store);
    },
  });

  await judgeDeviant(busy, { cases: 400, readOnly: true, only: ["LIST-9"], network: realNetwork });

  const late = together.slice(-200);
  expect(late.reduce((sum, each) => sum + each, 0) / late.length).toBeLessThan(3);
});
