import { expect, it } from "vitest";
import { loadAnyMatrix, planTrials, runTrials, type TrialResult } from "../../src/calibration/index.js";
import { loadContract } from "../../src/description/index.js";

const rows = loadAnyMatrix();

/** All takes minutes: every ninth mutant that is found, and every ninth variant. `pedigree calibrate --by-description` tries all. */
const chosen = [
  ...rows.filter(({ kind, description }) => kind === "mutant" && description.length > 0),
  ...rows.filter(({ kind }) => kind === "variant"),
]
  // The runs on some of them take long, or are decided by chance.
  .filter(({ name }) => !/rate|second|slow|unavailable|now-and-then|one-in|every-/.test(name))
  .filter((_, index) => index % 9 === 0);

it("by the description alone, mutants are found and variants are not", async () => {
  const names = new Set(chosen.map(({ name }) => name));
  const trials = planTrials({ seed: 1, seeds: 1, combinations: 0, whole: true })
    .filter((trial) => trial.names.some((name) => names.has(name)))
    .map((trial) => ({ ...trial, by: "description" }) as const);
  const results: TrialResult[] = [];
  await runTrials(loadContract(), trials, (result) => results.push(result));
  const isBroken = ({ failed, warned, trial }: TrialResult): boolean =>
    failed.length > 0 || (trial.kind === "mutant" && warned.length > 0);
  const broken = results.filter(isBroken).flatMap(({ trial }) => trial.names);
  expect(broken.toSorted()).toEqual(
    chosen
      .filter(({ kind }) => kind === "mutant")
      .map(({ name }) => name)
      .toSorted(),
  );
});
