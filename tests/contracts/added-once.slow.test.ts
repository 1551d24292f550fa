import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { applyOperators, conforming, type Operator } from "../../src/server/index.js";
import { everyNth } from "../../src/server/operators/index.js";
import {
  deviationOf,
  findingOf,
  idsWith,
  judgeDeviant,
  outcomeOf,
  requirementOf,
} from "../servers/judging.js";

/** Judges a store whose ids stay those of one server. */
const judgeStore = (operator: Operator, options?: Parameters<typeof judgeDeviant>[1]) =>
  judgeDeviant(() => applyOperators(conforming(), [operator]), options);

/** Adds a second animal with the same values where it is to be. */
const addTwice =
  (isDue: (name: string) => boolean): Operator =>
  (handlers) => ({
    async storePet(pet, store) {
      await handlers.storePet(pet, store);
      if (isDue(`${pet.name}`))
        await handlers.storePet({ ...pet, id: await handlers.assignId(pet, store) }, store);
    },
  });

/** Adds what it refuses for its status, so long after, in ms. */
const addLate =
  (after: number): Operator =>
  (handlers) => ({
    checkStatusIsAllowed(body, creation) {
      const objection = handlers.checkStatusIsAllowed(body, creation);
      if (objection !== undefined)
        void delay(after).then(async () => {
          const pet = { name: body["name"] ?? "", categoryId: 1n, status: "sold" };
          await handlers.storePet(
            { ...pet, id: await handlers.assignId(pet, creation.store) },
            creation.store,
          );
        });
      return objection;
    },
  });

describe("the account of creations at the end of a run", () => {
  it("finds a store that adds each fortieth animal twice, and shows both exchanges", async () => {
    const report = await judgeStore(addTwice(everyNth(40)));

    expect(idsWith(report, "failed")).toEqual(["CREATE-24"]);
    const { exchanges, actual } = findingOf(report, "CREATE-24");
    expect(actual).toMatch(/^a second one, .*; [23] creations added two$/);
    expect([exchanges.at(0), exchanges.at(-1)].map((each) => each?.request.method)).toEqual(["POST", "GET"]);
  });

  it("finds a store that adds 1.5 s later what it has refused, and shows both exchanges", async () => {
    const report = await judgeStore(addLate(1500), { finalWait: 2000 });

    expect(idsWith(report, "failed")).toEqual(["CREATE-16"]);
    const { exchanges, expected } = findingOf(report, "CREATE-16");
    expect(expected).toBe("no animal, since 400 was answered");
    expect([exchanges.at(0), exchanges.at(-1)].map((each) => each?.request.method)).toEqual(["POST", "GET"]);
  });

  it("decides nothing by one second animal that did not come again", async () => {
    const isFortieth = everyNth(40, (name: string) => /^Pedigree [a-z]{8}$/.test(name));
    let isLeft = true;
    const isDue = (name: string): boolean => {
      const isNow = isLeft && isFortieth(name);
      isLeft &&= !isNow;
      return isNow;
    };

    const report = await judgeStore(addTwice(isDue));

    expect(outcomeOf(report).exitCode).toBe(3);
    expect(requirementOf(report, "CREATE-24").verdict).toBe("inconclusive");
  });

  it.each([
    ["the store adds each animal once", []],
    ["a gateway turns away each third creation", ["every-third-creation-unavailable"]],
  ])("says nothing where %s", { timeout: 60_000 }, async (_, names) => {
    const report = await judgeDeviant(deviationOf(...names));

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
  });
});
