import type { Report } from "../run/index.js";

/** What must be the same each time that a transcript is judged: all but identifiers and durations. */
export function verdictsOf({ requirements, findings, conclusion, counts, run, statistics }: Report) {
  const { profile, seed, now, requests, created, categories } = run;
  const { coverage, random } = statistics;
  return {
    conclusion,
    counts,
    requirements: requirements.map(({ checks, ...facts }) => ({
      ...facts,
      checks: checks.map(({ id, inputs }) => ({ id, inputs })),
    })),
    findings: findings.map(({ requirement, problem, expected, actual }) => ({
      requirement,
      problem,
      expected,
      actual,
    })),
    run: { profile, seed, now, requests, created, categories },
    random,
    coverage,
  };
}

/** The first place in which two values differ, as a path, with both values; undefined if they are the same. */
export function firstDifference(left: unknown, right: unknown, path = ""): string | undefined {
  const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === "object" && value !== null;
  if (!isObject(left) || !isObject(right))
    return left === right ? undefined : `${path}: ${JSON.stringify(left)}, not ${JSON.stringify(right)}`;
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const difference = firstDifference(left[name], right[name], `${path}/${name}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}
