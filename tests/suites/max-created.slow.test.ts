import { describe, expect, it } from "vitest";
import type { Operator, Pet } from "../../src/reference/index.js";
import type { Report, RunOptions } from "../../src/run/index.js";
import { idsWith, judgeDeviant, outcomeOf, requirementOf } from "../servers/judging.js";

/** Judges a server that counts the animals it stores, and deviates so. */
async function judgeCounting(
  deviate: Operator,
  options: Partial<RunOptions>,
): Promise<{ readonly report: Report; readonly stored: number }> {
  const stored: Pet[] = [];
  const counting: Operator = (handlers) => {
    const deviant = { ...handlers, ...deviate(handlers) };
    return {
      ...deviant,
      storePet: (pet, store) => {
        stored.push(pet);
        return deviant.storePet(pet, store);
      },
    };
  };
  const report = await judgeDeviant(counting, options);
  return { report, stored: stored.length };
}

const perfect: Operator = () => ({});
/** Takes whatever is an object. */
const careless: Operator = () => ({
  checkContentTypeIsPresent: () => undefined,
  checkNameIsPresent: () => undefined,
  checkNameIsString: () => undefined,
  checkCategoryIsPresent: () => undefined,
  checkCategoryIsInteger: () => undefined,
  checkCategoryIsInt64: () => undefined,
  checkStatusIsAllowed: () => undefined,
});
/** Stores every valid animal and then breaks the connection. */
const silent: Operator = (handlers) => ({
  finish: async (reply, request, outcome) => {
    const finished = await handlers.finish(reply, request, outcome);
    return outcome.kind === "created" ? { ...finished, transmission: { kind: "dropped" } } : finished;
  },
});
/** Stores every valid animal and answers 500. */
const failing: Operator = (handlers) => ({
  finish: async (reply, request, outcome) => {
    const finished = await handlers.finish(reply, request, outcome);
    return outcome.kind === "created" ? { ...finished, status: 500 } : finished;
  },
});

const most = [0, 1, 10, 60] as const;

describe("a run that may add so many animals and no more", () => {
  it.each(most)("adds %i at most to a server that conforms, and fails nothing", async (maxCreated) => {
    const { report, stored } = await judgeCounting(perfect, { maxCreated });

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    expect(stored).toBeLessThanOrEqual(maxCreated);
    expect(report.run.created).toBe(stored);
  });

  it.each(most)("says what is untested because of it, and why: %i", async (maxCreated) => {
    const { report } = await judgeCounting(perfect, { maxCreated });

    const untested = idsWith(report, "untested").map((id) => requirementOf(report, id));
    expect(untested.length).toBeGreaterThan(0);
    expect(untested.filter(({ reason = "" }) => reason === "")).toEqual([]);
    const reasons = report.requirements.map(({ reason = "" }) => reason).join("\n");
    expect(reasons).toContain(`the run has added the ${maxCreated} animals that it may add`);
    const { sentence } = report.conclusion;
    const [, tested, all] = /(\d+) of (\d+) requirements tested/.exec(sentence) ?? [];
    expect(Number(tested)).toBeLessThan(Number(all));
  });

  it.each(most)("lets a server that takes invalid ones store %i at most", async (maxCreated) => {
    const { stored } = await judgeCounting(careless, { maxCreated });

    expect(stored).toBeLessThanOrEqual(maxCreated);
  });

  it.each(most)(
    "lets a server that stores and then breaks the connection store %i at most",
    async (maxCreated) => {
      const { stored } = await judgeCounting(silent, { maxCreated });

      expect(stored).toBeLessThanOrEqual(maxCreated);
    },
  );

  it.each(most)("lets a server that stores and then answers 500 store %i at most", async (maxCreated) => {
    const { stored } = await judgeCounting(failing, { maxCreated });

    expect(stored).toBeLessThanOrEqual(maxCreated);
  });

  it("keeps to it in the nightly profile and with many connections", async () => {
    const options = { maxCreated: 25, concurrency: 32, profile: "nightly", randomCases: 20 } as const;
    const { report, stored } = await judgeCounting(perfect, options);

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    expect(stored).toBeLessThanOrEqual(25);
  });
});
