import { describe, expect, it } from "vitest";
import { assess, drawCombinations, planTrials, type TrialResult } from "../../src/calibration/index.js";
import { loadContract } from "../../src/description/index.js";
import { areCompatible, mutants, variants } from "../../src/reference/index.js";

const contract = loadContract();
const [fault] = mutants.filter(({ breaks, mountedAt }) => breaks === "LIST-3" && mountedAt === undefined);

function resultOf(particulars: Partial<TrialResult>): TrialResult {
  return {
    trial: { kind: "mutant", name: fault!.name, seed: 1 },
    exitCode: 1,
    conclusion: "",
    failed: ["LIST-3"],
    warned: [],
    inconclusive: [],
    requests: 1,
    duration: 1,
    ...particulars,
  };
}

describe("the assessment", () => {
  it("holds when the fault is told by its name", () => {
    expect(assess(contract, [resultOf({})])).toMatchObject({
      holds: true,
      figures: { mutants: 1, caught: 1, diagnosed: 1 },
      provenBy: { "LIST-3": [fault!.name] },
    });
  });

  it("does not hold when one seed of two misses the fault", () => {
    const missed = resultOf({
      exitCode: 0,
      failed: [],
      trial: { kind: "mutant", name: fault!.name, seed: 2 },
    });
    expect(assess(contract, [resultOf({}), missed])).toMatchObject({ holds: false, figures: { caught: 0 } });
  });

  it("counts a fault as caught but not diagnosed when another requirement is blamed", () => {
    expect(assess(contract, [resultOf({ failed: ["VER-1"] })])).toMatchObject({
      holds: false,
      figures: { caught: 1, diagnosed: 0 },
    });
  });

  it("does not hold when a permitted choice is alarmed at, or judged inconclusive", () => {
    const trial = { kind: "variants", names: [variants[0]!.name], seed: 1 } as const;
    const exits = [0, 1, 3].map(
      (exitCode) => assess(contract, [resultOf({ trial, exitCode, failed: [] })]).holds,
    );
    expect(exits).toEqual([true, false, false]);
  });
});

describe("the plan", () => {
  it("tries every fault and every choice with every seed, and each combination once", () => {
    const trials = planTrials({ seed: 5, seeds: 2, combinations: 3 });
    expect(trials).toHaveLength(2 * (mutants.length + variants.length) + 3);
    expect(new Set(trials.map((trial) => JSON.stringify(trial))).size).toBe(trials.length);
  });

  it("combines only choices that one server can make together", () => {
    const choiceOf = (name: string) => variants.find((each) => each.name === name)!;
    const pairs = drawCombinations(30, 3).flatMap((names) =>
      names.flatMap((left, index) =>
        names.slice(index + 1).map((right) => [choiceOf(left), choiceOf(right)] as const),
      ),
    );
    expect(pairs.length).toBeGreaterThan(30);
    expect(pairs.filter(([left, right]) => !areCompatible(left, right))).toEqual([]);
  });

  it("is the same for the same seed", () => {
    expect(drawCombinations(5, 1)).toEqual(drawCombinations(5, 1));
    expect(drawCombinations(5, 1)).not.toEqual(drawCombinations(5, 2));
  });
});
