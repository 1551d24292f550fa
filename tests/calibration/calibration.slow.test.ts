import { beforeAll, describe, expect, it } from "vitest";
import {
  isCaught,
  isDiagnosed,
  loadMutants,
  planTrials,
  runTrials,
  type TrialResult,
} from "../../src/calibration/index.js";
import { loadContract } from "../../src/description/index.js";

const contract = loadContract();

/**
 * The whole calibration takes longer than all other tests together: here one mutant for each requirement and every
 * ninth variant are tried, others than in the run before where the seed says so. `pedigree calibrate` tries all.
 */
const results: TrialResult[] = [];
const mutants = loadMutants();
const oneEach = mutants.filter(
  ({ breaks }, index) => mutants.findIndex((each) => each.breaks === breaks) === index,
);

beforeAll(async () => {
  const names = new Set(oneEach.map(({ name }) => name));
  const all = planTrials({ seed: 7, seeds: 1, combinations: 6 });
  const quick = all.filter((trial, index) =>
    trial.kind === "mutant"
      ? names.has(trial.name)
      : index % 9 === 0 && !/rate|second|slow|latency/.test(trial.names.join()),
  );
  await runTrials(contract, quick, (result) => results.push(result));
}, 120_000);

describe("a mutant", () => {
  it.each(oneEach.map((mutant) => [mutant.name, mutant.breaks, mutant] as const))(
    "%s is caught and told as %s",
    (name, _, mutant) => {
      const result = results.find(({ trial }) => trial.kind === "mutant" && trial.name === name);
      expect(
        result && {
          caught: isCaught(contract, mutant, result),
          diagnosed: isDiagnosed(contract, mutant, result),
        },
      ).toEqual({ caught: true, diagnosed: true });
    },
  );
});

describe("variants, alone and combined", () => {
  it("raise no alarm", () => {
    const permitted = results.filter(({ trial }) => trial.kind === "variants");
    const alarms = permitted.filter(({ exitCode }) => exitCode !== 0);
    expect(permitted.length).toBeGreaterThan(12);
    expect(alarms.map(({ trial, conclusion, failed }) => ({ trial, conclusion, failed }))).toEqual([]);
  });
});
