import { describe, expect, it } from "vitest";
import {
  assess,
  drawCombinations,
  loadMutants,
  planTrials,
  repeatUndecided,
  slow,
  type TrialResult,
} from "../../src/calibration/index.js";
import { loadContract } from "../../src/description/index.js";
import { areCompatible, mutants, variants } from "../../src/server/index.js";

const contract = loadContract();
const { name } = loadMutants().find(({ breaks }) => breaks === "LIST-3")!;
const told: TrialResult = {
  trial: { kind: "mutant", names: [name], seed: 1 },
  ...{ exitCode: 1, conclusion: "", failed: ["LIST-3"], warned: [], inconclusive: [] },
};
const missed: TrialResult = {
  ...told,
  trial: { kind: "mutant", names: [name], seed: 2 },
  exitCode: 0,
  failed: [],
};
const permitted = { kind: "variants", names: ["newest-first"], seed: 1 } as const;

describe("the assessment", () => {
  it("holds when the mutant is told by its name", () => {
    expect(assess(contract, [told])).toMatchObject({
      holds: true,
      figures: { mutants: 1, caught: 1, diagnosed: 1 },
      provenBy: { "LIST-3": [name] },
    });
  });

  it("does not hold when one seed of two misses the mutant", () => {
    expect(assess(contract, [told, missed])).toMatchObject({ holds: false, figures: { caught: 0 } });
  });

  it("counts a mutant as caught but not diagnosed when another requirement is blamed", () => {
    expect(assess(contract, [{ ...told, failed: ["VER-1"] }])).toMatchObject({
      holds: false,
      figures: { caught: 1, diagnosed: 0 },
    });
  });

  it.each([
    [0, true],
    [1, false],
    [3, false],
  ])("of a variant whose run ends with %i: %s", (exitCode, holds) => {
    const result = { ...told, trial: permitted, exitCode, failed: [] };
    expect(assess(contract, [result])).toMatchObject({ holds, figures: { variants: 1 } });
  });
});

describe("a trial", () => {
  const passed: TrialResult = { ...told, trial: permitted, exitCode: 0, failed: [] };
  it.each<[string, TrialResult, TrialResult]>([
    ["that missed the mutant is repeated", missed, told],
    ["that decided nothing on a variant is repeated", { ...passed, exitCode: 3 }, passed],
    ["that caught the mutant is not repeated", told, told],
    ["that alarmed on a variant is not repeated", { ...passed, exitCode: 1 }, { ...passed, exitCode: 1 }],
  ])("%s", async (_, first, last) => {
    const later = first === missed ? told : passed;
    const results = await repeatUndecided(contract, [passed, first, told], async (__, trials, onResult) => {
      expect(trials).toEqual([first.trial]);
      onResult(later);
    });
    expect(results).toEqual([passed, last, told]);
  });

  it("that missed its mutant stands where more than ten did: time is not the reason", async () => {
    const many = Array.from({ length: 11 }, () => missed);
    const results = await repeatUndecided(contract, many, async (_, __, onResult) => onResult(told));
    expect(results).toEqual(many);
  });
});

describe("the plan", () => {
  it("tries every mutant and every variant with every seed, and each combination once", () => {
    const trials = planTrials({ seed: 5, seeds: 2, combinations: 1 });
    expect(trials).toHaveLength(2 * (mutants.size + variants.size) + 1);
    expect(new Set(trials.map((trial) => JSON.stringify(trial))).size).toBe(trials.length);
  });

  it("combines only variants that one server can make together, the same for the same seed", () => {
    const combinations = drawCombinations(30, 3);
    const pairs = combinations.flatMap((names) =>
      names.flatMap((left, index) => names.slice(index + 1).map((right) => [left, right] as const)),
    );
    expect(pairs.length).toBeGreaterThan(30);
    expect(pairs.filter(([left, right]) => !areCompatible(left, right))).toEqual([]);
    expect(drawCombinations(2, 3)).toEqual(drawCombinations(2, 3));
    expect(drawCombinations(2, 3)).not.toEqual(drawCombinations(2, 4));
  });

  it("knows the slow ones by their names", () => {
    expect(slow.filter((name) => !mutants.has(name) && !variants.has(name))).toEqual([]);
  });
});
