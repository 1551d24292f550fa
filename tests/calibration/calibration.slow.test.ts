import { beforeAll, describe, expect, it } from "vitest";
import {
  isCaught,
  isDiagnosed,
  planTrials,
  runTrials,
  type TrialResult,
} from "../../src/calibration/index.js";
import { loadContract } from "../../src/description/index.js";
import { mutants } from "../../src/reference/index.js";

const contract = loadContract();

/**
 * The whole calibration takes longer than all other tests together: here one fault for each requirement and every
 * ninth permitted choice are tried, others than in the run before where the seed says so. `pedigree calibrate` tries all.
 */
const results: TrialResult[] = [];
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

describe("a fault", () => {
  it.each(oneEach.map((fault) => [fault.name, fault.breaks, fault] as const))(
    "%s is caught and told as %s",
    (name, _, fault) => {
      const result = results.find(({ trial }) => trial.kind === "mutant" && trial.name === name);
      expect(
        result && {
          caught: isCaught(contract, fault, result),
          diagnosed: isDiagnosed(contract, fault, result),
        },
      ).toEqual({ caught: true, diagnosed: true });
    },
  );
});

describe("permitted choices, alone and combined", () => {
  it("raise no alarm", () => {
    const choices = results.filter(({ trial }) => trial.kind === "variants");
    const alarms = choices.filter(({ exitCode }) => exitCode !== 0);
    expect(choices.length).toBeGreaterThan(12);
    expect(alarms.map(({ trial, conclusion, failed }) => ({ trial, conclusion, failed }))).toEqual([]);
  });
});
