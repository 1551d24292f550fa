import type { FindingReport, Report, RequirementReport } from "../run/index.js";

/** What contradicts a requirement, the first cause first. */
export function findingsOf(requirement: RequirementReport, report: Report): readonly FindingReport[] {
  return report.findings.filter(({ number }) => requirement.findings.includes(number));
}

/** What it was expected to be, and what it was, as one line. */
export function contrast({ expected, actual }: FindingReport): string {
  return `expected ${expected}, got ${actual}`;
}

/** Is it broken, and is that accepted for a time? */
export function isWaived({ waiver }: RequirementReport): boolean {
  return waiver?.status === "applied";
}

/** Why it is accepted; empty where it is not. */
export function tellWaived({ waiver }: RequirementReport): string {
  if (waiver?.status !== "applied") return "";
  return `waived until ${waiver.expires} (${waiver.owner}): ${waiver.reason}`;
}

/** Does any of it show only now and then? */
export function isFlaky(findings: readonly FindingReport[]): boolean {
  return findings.some(({ confirmation }) => confirmation.status === "intermittent");
}

/** How long the checks of a requirement took, in ms. A check that verifies several counts for each. */
export function durationOf({ checks }: RequirementReport): number {
  return checks.reduce((sum, { duration = 0 }) => sum + duration, 0);
}

/** Requirements in the order of their first findings: the cause before what follows from it. */
export function inOrderOfFindings(requirements: readonly RequirementReport[]): readonly RequirementReport[] {
  const first = ({ findings }: RequirementReport): number =>
    findings.reduce((least, each) => Math.min(least, each), Number.MAX_SAFE_INTEGER);
  return requirements.toSorted((left, right) => first(left) - first(right));
}
