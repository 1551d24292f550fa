import type { DescribedAssessment } from "./assessment.js";

/** The assessment for people: operator by operator, what survived, what alarmed, and the sentence that sums it up. */
export function renderDescribed(assessment: DescribedAssessment): string {
  const { operators, survivors, variants, figures } = assessment;
  const widest = Math.max(...operators.map(({ operator }) => operator.length), 0);
  const rows = operators.map(({ operator, mutants, found, foundBy }) => {
    const by = Object.entries(foundBy).map(([kind, count]) => `${kind} ${count}`);
    const share = `${found} of ${mutants}`;
    return `  ${operator.padEnd(widest)}  ${share.padStart(10)}  ${by.join(", ")}`.trimEnd();
  });
  const alarmed = variants.filter(({ alarms }) => alarms.length > 0);
  return [
    "Faults found, and by which requirements first:",
    ...rows,
    ...(survivors.length === 0 ? [] : ["", "Faults that no requirement finds:"]),
    ...survivors.map(({ name, reason }) => `  ✗ ${name}${reason === undefined ? "" : ` (${reason})`}`),
    ...(alarmed.length === 0 ? [] : ["", "Alarms about what is permitted:"]),
    ...alarmed.map(({ name, alarms }) => `  ✗ ${name}: ${alarms.join(", ")}`),
    "",
    `${figures.passed} of ${figures.variants} permitted variants passed.`,
    ...(figures.mutants < figures.possible
      ? [`Of ${figures.possible} faults, ${figures.mutants} were tried: as many of each kind as could be.`]
      : []),
    summaryOf(assessment),
  ].join("\n");
}

/** Returns a sentence on the worth of the suite with this description. */
export function summaryOf({ figures: { found, mutants }, operators }: DescribedAssessment): string {
  if (mutants === 0) return "This description gives no occasion for a fault that the suite could look for.";
  const share = Math.floor((100 * found) / mutants);
  const least = operators
    .filter((each) => each.found < each.mutants)
    .sort((left, right) => left.found / left.mutants - right.found / right.mutants)
    .slice(0, 3)
    .map((each) => `"${each.operator}" (${each.found} of ${each.mutants})`);
  const ending = least.length === 0 ? "all that were seeded" : `the fewest of ${least.join(", ")}`;
  return `This description lets the suite find ${found} of ${mutants} faults (${share} %): ${ending}.`;
}

/** Every mutant, its operator and operation, and the requirements by which it was found, as CSV. */
export function renderMutants({ mutants }: DescribedAssessment): string {
  const rows = mutants.map(({ name, operator, operation, foundBy }) => [
    name,
    operator,
    operation,
    foundBy.join("; "),
  ]);
  const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [["mutant", "operator", "operation", "found by"], ...rows]
    .map((row) => `${row.map(cell).join(",")}\n`)
    .join("");
}
