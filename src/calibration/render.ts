import type { Contract, Requirement } from "../description/index.js";
import type { Assessment } from "./assessment.js";

/** The assessment for people: what is not as it should be, what proves each requirement, and the three figures. */
export function renderAssessment(contract: Contract, assessment: Assessment): string {
  const { figures, provenBy } = assessment;
  const provable = breakable(contract);
  const proven = provable.filter(({ id }) => provenBy[id] !== undefined);
  const missed = assessment.mutants.filter(({ caught, trials }) => caught < trials);
  const misnamed = assessment.mutants.filter(
    ({ caught, diagnosed, trials }) => caught === trials && diagnosed < trials,
  );
  const alarmed = assessment.variants.filter(({ passed, trials }) => passed < trials);
  return [
    ...missed.map(({ name, breaks, caught, trials, reported }) =>
      row(
        "✗",
        name,
        `breaks ${breaks}: caught ${caught} of ${trials} times; reported ${reported.join(", ") || "nothing"}`,
      ),
    ),
    ...alarmed.map(({ names, alarms }) => row("✗", names.join(" + "), `alarm: ${alarms[0]}`)),
    ...misnamed.map(({ name, breaks, reported }) =>
      row("!", name, `breaks ${breaks}, but reported ${reported.join(", ")}`),
    ),
    ...(missed.length + alarmed.length + misnamed.length > 0 ? [""] : []),
    `${figures.caught} of ${figures.mutants} mutants caught`,
    `${figures.passed} of ${figures.variants} variants passed`,
    `${figures.diagnosed} of ${figures.mutants} mutants diagnosed (${share(figures.diagnosed, figures.mutants)})`,
    `${proven.length} of ${provable.length} requirements that can be broken proven by a mutant`,
    assessment.holds ? "The calibration holds." : "The calibration does not hold.",
  ].join("\n");
}

/** The matrix mutant × requirement as CSV: `B` where a mutant breaks it and it was reported, `x` where another was reported. */
export function renderMatrix(contract: Contract, assessment: Assessment): string {
  const columns = breakable(contract);
  const head = ["mutant", "breaks", ...columns.map(({ id }) => id)].join(",");
  const rows = assessment.mutants.map(({ name, breaks, reported }) =>
    [
      name,
      breaks,
      ...columns.map(({ id }) =>
        reported.includes(id) ? (id === breaks ? "B" : "x") : id === breaks ? "missed" : "",
      ),
    ].join(","),
  );
  return `${[head, ...rows].join("\n")}\n`;
}

function breakable({ requirements }: Contract): readonly Requirement[] {
  return requirements.filter(({ level }) => level !== "informative" && level !== "open");
}

function row(sign: string, name: string, text: string): string {
  return `${sign} ${name}\n    ${text}`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? "none" : `${((100 * part) / whole).toFixed(1)} %`;
}
