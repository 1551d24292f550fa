import type { Contract, Requirement } from "../description/index.js";
import type { Assessment } from "./assessment.js";

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
