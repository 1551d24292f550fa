import { describe, expect, it } from "vitest";
import {
  assess,
  drawCombinations,
  loadMutants,
  planTrials,
  slow,
  type TrialResult,
} from "../../src/calibration/index.js";
import { loadContract } from "../../src/description/index.js";
import { areCompatible, mutants, variants } from "../../src/reference/index.js";

const contract = loadContract();
const [mutant] = loadMutants().filter(({ breaks }) => breaks === "LIST-3");

function resultOf(particulars: Partial<TrialResult>): TrialResult {
  return {
    trial: { kind: "mutant", name: mutant!.name, seed: 1 },
    exitCode: 1,
    conclusion: "",
    failed: ["LIST-3"],
    warned: [],
    inconclusive: [],
    ...particulars,
  };
}

describe("the assessment", () => {
  it("holds when the mutant is told by its name", () => {
    expect(assess(contract, [resultOf({})])).toMatchObject({
      holds: true,
      figures: { mutants: 1, caught: 1, diagnosed: 1 },
      provenBy: { "LIST-3": [mutant!.name] },
    });
  });

  it("does not hold when one seed of two misses the mutant", () => {
    const missed = resultOf({
      exitCode: 0,
      failed: [],
      trial: { kind: "mutant", name: mutant!.name, seed: 2 },
    });
    expect(assess(contract, [resultOf({}), missed])).toMatchObject({ holds: false, figures: { caught: 0 } });
  });

  it("counts a mutant as caught but not diagnosed when another requirement is blamed", () => {
    expect(assess(contract, [resultOf({ failed: ["VER-1"] })])).toMatchObject({
      holds: false,
      figures: { caught: 1, diagnosed: 0 },
    });
  });

  it("does not hold when a variant is alarmed at, or judged inconclusive", () => {
    const trial = { kind: "variants", names: ["newest-first"], seed: 1 } as const;
    const exits = [0, 1, 3].map(
      (exitCode) => assess(contract, [resultOf({ trial, exitCode, failed: [] })]).holds,
    );
    expect(exits).toEqual([true, false, false]);
  });
});

describe("the plan", () => {
  it("tries every mutant and every variant with every seed, and each combination once", () => {
    const trials = planTrials({ seed: 5, seeds: 2, combinations: 3 });
    expect(trials).toHaveLength(2 * (mutants.size + variants.size) + 3);
    expect(new Set(trials.map((trial) => JSON.stringify(trial))).size).toBe(trials.length);
  });

  it("combines only variants that one server can make together", () => {
    const pairs = drawCombinations(30, 3).flatMap((names) =>
      names.flatMap((left, index) => names.slice(index + 1).map((right) => [left, right] as const)),
    );
    expect(pairs.length).toBeGreaterThan(30);
    expect(pairs.filter(([left, right]) => !areCompatible(left, right))).toEqual([]);
  });

  it("knows the slow ones by their names", () => {
    expect(slow.filter((name) => !mutants.has(name) && !variants.has(name))).toEqual([]);
  });

  it("is the same for the same seed", () => {
    expect(drawCombinations(5, 1)).toEqual(drawCombinations(5, 1));
    expect(drawCombinations(5, 1)).not.toEqual(drawCombinations(5, 2));
  });
});
