import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Operator } from "../../src/server/index.js";
import { clock } from "../servers/clock.js";
import { findingOf, idsWith, judgeDeviant, outcomeOf, requirementOf } from "../servers/judging.js";

const thorough = { profile: "nightly", cases: 0, seed: 3 } as const;

/** A refusal takes back the animals of its state that were added in the last second, but for the newest. */
const takesBack: Operator = (handlers) => {
  const addedAt = new Map<bigint, number>();
  return {
    storePet: (pet, store) => {
      addedAt.set(pet.id, clock.now());
      return handlers.storePet(pet, store);
    },
    checkCategoryIsPresent: (body, creation) => {
      const objection = handlers.checkCategoryIsPresent(body, creation);
      if (objection === undefined) return undefined;
      const isRecent = (id: bigint): boolean => clock.now() - (addedAt.get(id) ?? 0) < 1000;
      const recent = [...creation.store.withStatus(body["status"])].filter(({ id }) => isRecent(id));
      for (const { id } of recent.slice(0, -1)) creation.store.remove(id);
      return objection;
    },
  };
};

it("sequences find nothing on a server that keeps the contract", async () => {
  const report = await judgeDeviant(undefined, thorough);

  expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
  const [sequence] = report.requirements
    .flatMap(({ checks }) => checks)
    .filter(({ id }) => id === "get/unchanged/sequence");
  expect(sequence?.inputs["passed"]).toBeGreaterThan(0);
});

it("a sequence finds what a single operation does not show, and is shown step by step", async () => {
  const gate = await judgeDeviant(takesBack);

  const report = await judgeDeviant(takesBack, thorough);

  expect(idsWith(gate, "failed")).toEqual([]);
  expect(requirementOf(report, "GET-1").verdict).toBe("failed");
  const { check, exchanges } = findingOf(report, "GET-1");
  expect(check).toBe("get/unchanged/sequence");
  expect(exchanges.map(({ request, response }) => `${request.method} ${response?.status}`)).toEqual(
    expect.arrayContaining(["POST 201", "POST 400", "GET 404"]),
  );
});

it("sequences leave it to others to change the state of an animal as soon as it is there", async () => {
  const worked: Operator = (handlers) => ({
    storePet: async (pet, store) => {
      await handlers.storePet(pet, store);
      clock.after(120, () => store.put({ ...pet, status: "pending" }));
    },
    answerEarly: async (request, store) => {
      await sleep(30);
      return handlers.answerEarly(request, store);
    },
  });

  const report = await judgeDeviant(worked, { ...thorough, only: ["GET-3"] });

  expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
});
