import type { DescribedResults, MutantResult } from "./calibrate.js";

/** How much the suite finds of what is wrong with a server, going by its description alone. */
export type DescribedAssessment = ReturnType<typeof assessDescribed>;

/** Draws the conclusion from the results of all runs. Pure. */
export function assessDescribed({ possible, mutants, variants, untested }: DescribedResults) {
  const names = [...new Set(mutants.map(({ operator }) => operator))];
  const operators = names.map((operator) => {
    const own = mutants.filter((each) => each.operator === operator);
    const found = own.filter(isFound);
    return { operator, mutants: own.length, found: found.length, foundBy: countKinds(found) };
  });
  const survivors = mutants
    .filter((each) => !isFound(each))
    .map(({ name, operator, operation }) => {
      const reason = untested[`${operation}: responses`];
      return { name, operator, operation, ...(reason === undefined ? {} : { reason }) };
    });
  const figures = {
    /** Faults that the description gives occasion to. */
    possible,
    mutants: mutants.length,
    found: mutants.length - survivors.length,
    variants: variants.length,
    passed: variants.filter(({ alarms }) => alarms.length === 0).length,
  };
  return { figures, operators, survivors, mutants, variants, holds: figures.passed === figures.variants };
}

function isFound({ foundBy }: MutantResult): boolean {
  return foundBy.length > 0;
}

/** How many were found by which kind of requirement, those with the most first: the one that is reported first counts. */
function countKinds(found: readonly MutantResult[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { operation, foundBy } of found) {
    const kind = kindOf(foundBy[0] ?? "", operation);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([, left], [, right]) => right - left));
}

/** Returns the subject of a requirement, apart from its operation and its place. */
function kindOf(requirement: string, operation: string): string {
  const at = requirement.startsWith(`${operation}: `)
    ? operation.length + 2
    : requirement.lastIndexOf(": ") + 1;
  const name = requirement.slice(at).trim();
  return /^(body|query|header|path) /.test(name) ? "violations are refused" : name;
}

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
