import { beforeAll, expect, it } from "vitest";
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
const mutants = [
  ...new Map(
    loadMutants()
      .toReversed()
      .map((mutant) => [mutant.breaks, mutant]),
  ).values(),
];
const results: TrialResult[] = [];

/**
 * The whole calibration takes longer than all other tests together: here one mutant for each requirement and every
 * ninth variant are tried. `pedigree calibrate` tries all.
 */
beforeAll(async () => {
  const names = new Set(mutants.map(({ name }) => name));
  const quick = planTrials({ seed: 7, seeds: 1, combinations: 6 }).filter((trial, index) =>
    trial.kind === "mutant"
      ? trial.names.some((name) => names.has(name))
      : index % 9 === 0 && !/rate|second|slow|latency/.test(trial.names.join()),
  );
  await runTrials(contract, quick, (result) => results.push(result));
});

it.each(mutants)("the mutant $name is caught and told as $breaks", (mutant) => {
  const result = results.find(({ trial }) => trial.kind === "mutant" && trial.names.includes(mutant.name))!;
  expect({
    caught: isCaught(contract, mutant, result),
    diagnosed: isDiagnosed(contract, mutant, result),
  }).toEqual({ caught: true, diagnosed: true });
});

it("variants, alone and combined, raise no alarm", () => {
  const permitted = results.filter(({ trial }) => trial.kind === "variants");
  const alarms = permitted.filter(({ exitCode }) => exitCode !== 0);
  expect(permitted.length).toBeGreaterThan(12);
  expect(alarms.map(({ trial, conclusion, failed }) => ({ trial, conclusion, failed }))).toEqual([]);
});
