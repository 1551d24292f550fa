import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { runConcurrently } from "../../src/run/phases.js";

it("tasks are started in their order, and all of them are done", async () => {
  const started: number[] = [];
  const done: number[] = [];
  const tasks = Array.from({ length: 20 }, (_, index) => async () => {
    started.push(index);
    await sleep(index % 3);
    done.push(index);
  });

  await runConcurrently(tasks, 4);

  expect(started).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(done.toSorted((left, right) => left - right)).toEqual(started);
});

it("no more tasks run at a time than there are workers, and as many do", async () => {
  let running = 0;
  const seen: number[] = [];
  const task = async () => {
    running += 1;
    seen.push(running);
    await sleep(5);
    running -= 1;
  };

  await runConcurrently(
    Array.from({ length: 12 }, () => task),
    3,
  );

  expect(Math.max(...seen)).toBe(3);
});

it("one worker runs one task after the other", async () => {
  const events: string[] = [];
  const task = (name: string) => async () => {
    events.push(`${name} begins`);
    await sleep(2);
    events.push(`${name} ends`);
  };

  await runConcurrently([task("a"), task("b")], 1);

  expect(events).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

it("no tasks are done at once", async () => {
  await expect(runConcurrently([], 8)).resolves.toBeUndefined();
});

it("a task that rejects ends the run with its reason", async () => {
  const tasks = [async () => undefined, async () => Promise.reject(new Error("a bug"))];

  await expect(runConcurrently(tasks, 2)).rejects.toThrow("a bug");
});
