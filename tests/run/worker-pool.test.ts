import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { runConcurrently } from "../../src/run/phases.js";

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describe("tasks", () => {
  it.each([
    [20, 4, 4],
    [12, 3, 3],
    [5, 1, 1],
    [2, 8, 2],
    [0, 8, 0],
  ])(
    "%i of them are started in order by %i workers, %i at a time, and all are done",
    async (count, workers, most) => {
      const started: number[] = [];
      const done: number[] = [];
      const atOnce: number[] = [];
      const tasks = numbers(count).map((index) => async () => {
        started.push(index);
        atOnce.push(started.length - done.length);
        await sleep(2 + (index % 3));
        done.push(index);
      });

      await runConcurrently(tasks, workers);

      expect(started).toEqual(numbers(count));
      expect(done.toSorted((left, right) => left - right)).toEqual(started);
      expect(Math.max(0, ...atOnce)).toBe(most);
    },
  );

  it("end with the reason of one that rejects", async () => {
    const tasks = [async () => undefined, async () => Promise.reject(new Error("a bug"))];

    await expect(runConcurrently(tasks, 2)).rejects.toThrow("a bug");
  });
});
