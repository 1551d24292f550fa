import { join } from "node:path";
import { type Contract, type Requirement, readTextFile, specDirectory } from "../description/index.js";
import type { TrialResult } from "./trial.js";

/** The share of mutants that must be reported by the requirement that they break. */
const diagnosedAtLeast = 0.95;

/** Whether the instrument is right. */
export type Assessment = ReturnType<typeof assess>;

/** Draws the conclusion from the results of all trials. Pure. */
export function assess(contract: Contract, results: readonly TrialResult[]) {
  const all = loadMutants().map((mutant) => assessMutant(contract, mutant, results));
  const mutants = all.filter(({ trials }) => trials > 0);
  const variants = assessVariants(results);
  const caught = mutants.filter((each) => each.caught === each.trials);
  const figures = {
    mutants: mutants.length,
    caught: caught.length,
    diagnosed: mutants.filter((each) => each.diagnosed === each.trials).length,
    variants: variants.length,
    passed: variants.filter((each) => each.passed === each.trials).length,
  };
  /** Requirement → the mutants that prove its checks. */
  const provenBy: Record<string, readonly string[]> = {};
  for (const { breaks, name } of caught) provenBy[breaks] = [...(provenBy[breaks] ?? []), name];
  /** All caught, none alarmed at, and enough diagnosed. */
  const holds =
    figures.caught === figures.mutants &&
    figures.passed === figures.variants &&
    figures.diagnosed >= diagnosedAtLeast * figures.mutants;
  return { mutants, variants, provenBy, figures, holds };
}

/** Was the mutant noticed for what it is: is the requirement that it breaks among those that failed? */
export function isCaught(contract: Contract, mutant: Mutant, result: TrialResult): boolean {
  // Advice warns; so does, outside certification, a base address without the version segment.
  if (result.warned.includes(mutant.breaks)) return true;
  const level = contract.requirements.find(({ id }) => id === mutant.breaks)?.level;
  return level !== "advice" && result.exitCode === 1 && result.failed.length > 0;
}

/** Is the broken requirement reported first, or with nothing beside it but its accepted consequences? */
export function isDiagnosed(contract: Contract, mutant: Mutant, result: TrialResult): boolean {
  if (!isCaught(contract, mutant, result)) return false;
  const reported = [...result.failed, ...result.warned];
  if (result.failed[0] === mutant.breaks || result.failed.length === 0)
    return reported.includes(mutant.breaks);
  const followers = contract.requirements.filter(({ follows }) => follows.includes(mutant.breaks));
  const expected = [mutant.breaks, ...mutant.consequences, ...followers.map(({ id }) => id)];
  return result.failed.includes(mutant.breaks) && result.failed.every((id) => expected.includes(id));
}

/** In how many of its trials, one a seed, the mutant was caught and diagnosed, and what was reported in any of them. */
function assessMutant(contract: Contract, mutant: Mutant, results: readonly TrialResult[]) {
  const own = results.filter(({ trial }) => trial.kind === "mutant" && trial.names.includes(mutant.name));
  return {
    name: mutant.name,
    breaks: mutant.breaks,
    trials: own.length,
    caught: own.filter((result) => isCaught(contract, mutant, result)).length,
    diagnosed: own.filter((result) => isDiagnosed(contract, mutant, result)).length,
    reported: [...new Set(own.flatMap(({ failed, warned }) => [...failed, ...warned]))],
  };
}

/** How many trials each variant, or combination, passed, and what was said in the others. */
function assessVariants(results: readonly TrialResult[]) {
  const all = results.filter(({ trial }) => trial.kind === "variants");
  const groups = new Map(all.map(({ trial: { names } }) => [names.join(), names]));
  return [...groups.values()].map((names) => {
    const own = all.filter(({ trial }) => trial.names.join() === names.join());
    const alarming = own.filter(({ exitCode }) => exitCode !== 0);
    const alarms = alarming.map(
      ({ conclusion, failed, inconclusive }) => `${conclusion}: ${[...failed, ...inconclusive].join(", ")}`,
    );
    return { names, trials: own.length, passed: own.length - alarming.length, alarms };
  });
}

/** The assessment for people: what is not as it should be, what proves each requirement, and the three figures. */
export function renderAssessment(contract: Contract, assessment: Assessment): string {
  const { figures, provenBy, mutants, variants } = assessment;
  const share = ((100 * figures.diagnosed) / figures.mutants).toFixed(1);
  const provable = breakable(contract);
  const proven = provable.filter(({ id }) => provenBy[id] !== undefined);
  const missed = mutants.filter(({ caught, trials }) => caught < trials);
  const misnamed = mutants.filter((each) => !missed.includes(each) && each.diagnosed < each.trials);
  const alarmed = variants.filter(({ passed, trials }) => passed < trials);
  const rows = [
    ...missed.map(
      ({ name, breaks, caught, trials, reported }) =>
        `✗ ${name}\n    breaks ${breaks}: caught ${caught} of ${trials} times; reported ${reported.join(", ") || "nothing"}`,
    ),
    ...alarmed.map(({ names, alarms }) => `✗ ${names.join(" + ")}\n    alarm: ${alarms[0]}`),
    ...misnamed.map(
      ({ name, breaks, reported }) => `! ${name}\n    breaks ${breaks}, but reported ${reported.join(", ")}`,
    ),
  ];
  return [
    ...rows,
    ...(rows.length > 0 ? [""] : []),
    `${figures.caught} of ${figures.mutants} mutants caught`,
    `${figures.passed} of ${figures.variants} variants passed`,
    `${figures.diagnosed} of ${figures.mutants} mutants diagnosed (${share} %)`,
    `${proven.length} of ${provable.length} requirements that can be broken proven by a mutant`,
    assessment.holds ? "The calibration holds." : "The calibration does not hold.",
  ].join("\n");
}

/** The matrix mutant × requirement as CSV: `B` where a mutant breaks it and it was reported, `x` where another was reported. */
export function renderMatrix(contract: Contract, { mutants }: Assessment): string {
  const ids = breakable(contract).map(({ id }) => id);
  const rows = mutants.map(({ name, breaks, reported }) => {
    const cells = ids.map((id) => {
      if (reported.includes(id)) return id === breaks ? "B" : "x";
      return id === breaks ? "missed" : "";
    });
    return [name, breaks, ...cells];
  });
  return [["mutant", "breaks", ...ids], ...rows].map((row) => `${row.join(",")}\n`).join("");
}

function breakable({ requirements }: Contract): readonly Requirement[] {
  return requirements.filter(({ level }) => level !== "informative" && level !== "open");
}

/** The facts about a mutant, without its operator: a row of `spec/kill-matrix.csv`. */
export type Mutant = ReturnType<typeof loadMutants>[number];

/** Reads what every mutant breaks, which other requirements may fail because of it, and why an engineer could ship it. */
export function loadMutants() {
  return readRows("mutant").map(([name = "", breaks = "", consequences = "", why = ""]) => ({
    name,
    breaks,
    consequences: consequences.split(" ").filter((id) => id !== ""),
    why,
  }));
}

/** Reads the open point, or else the requirement, that every variant plays with, and why the document allows it. */
export function loadVariants() {
  return readRows("variant").map(([name = "", concerns = "", , why = ""]) => ({ name, concerns, why }));
}

/** The rows of one kind, but for their first cell. */
function readRows(kind: "mutant" | "variant"): readonly (readonly string[])[] {
  const rows = readCells(readTextFile(join(specDirectory, "kill-matrix.csv")));
  return rows.filter(([first]) => first === kind).map((cells) => cells.slice(1));
}

/** The cells of a CSV file, but for its first row. No cell holds a quote or a line break. */
export function readCells(csv: string): readonly (readonly string[])[] {
  const lines = csv.trimEnd().split("\n").slice(1);
  return lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain = ""]) => quoted ?? plain),
  );
}
