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
