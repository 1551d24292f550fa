import type { FindingReport, Report, RequirementReport, Verdict } from "../run/index.js";
import { groupBy } from "./group-by.js";

/** What contradicts a requirement, the first cause first. */
export function findingsOf(requirement: RequirementReport, report: Report): readonly FindingReport[] {
  return report.findings.filter(({ number }) => requirement.findings.includes(number));
}

/** Those of them that are shown with this requirement: the others are shown with another that they break, too. */
export function ownFindingsOf(requirement: RequirementReport, report: Report): readonly FindingReport[] {
  return report.findings.filter((finding) => finding.requirement === requirement.id);
}

/** The requirements that have something of their own to show. */
export function withOwnFindings(
  requirements: readonly RequirementReport[],
  report: Report,
): readonly RequirementReport[] {
  return requirements.filter((each) => each.findings.length === 0 || ownFindingsOf(each, report).length > 0);
}

/** What was expected and what came, as one line. */
export function contrast({ expected, actual }: FindingReport): string {
  return `expected ${expected}, got ${actual}`;
}

/** Is it broken, and is that accepted for a time? */
export function isWaived({ waiver }: RequirementReport): boolean {
  return waiver?.status === "applied";
}

/** Does any of these findings show only now and then? */
export function isFlaky(findings: readonly FindingReport[]): boolean {
  return findings.some(({ confirmation }) => confirmation.status === "intermittent");
}

/** How long the checks of a requirement took, in ms. A check that verifies several counts for each. */
export function durationOf({ checks }: RequirementReport): number {
  return checks.reduce((sum, { duration = 0 }) => sum + duration, 0);
}

/** What became of the waiver for a requirement; empty where there is none. */
export function describeWaiver({ waiver }: RequirementReport): string {
  if (waiver === undefined) return "";
  const { status, expires, owner, reason } = waiver;
  const what = {
    applied: `waived until ${expires}`,
    expired: `the waiver expired on ${expires}`,
    stale: `the requirement is kept: the waiver until ${expires} can go`,
    unused: `waived until ${expires}, and not needed in this run`,
  }[status];
  return `${what} (${owner}): ${reason}`;
}

/** The requirements that a request can test, by what is to be said of them. */
export interface Outline {
  /** In the order of their first findings: the cause before what follows from it. */
  readonly failed: readonly RequirementReport[];
  readonly inconclusive: readonly RequirementReport[];
  readonly warned: readonly RequirementReport[];
  /** Broken, and accepted for a time: in none of the lists above. */
  readonly waived: readonly RequirementReport[];
  /** Those with a waiver that has expired, or that nothing needs any more. */
  readonly waiversToEnd: readonly RequirementReport[];
  /** Untested and not applicable ones, by the reason. */
  readonly untested: ReadonlyMap<string, readonly RequirementReport[]>;
  readonly observed: readonly RequirementReport[];
  readonly passed: readonly RequirementReport[];
}

/** Sorts the requirements of a report for rendering. */
export function outlineOf(report: Report): Outline {
  const { requirements } = report;
  const testable = requirements.filter(({ level }) => level !== "informative");
  const unwaived = groupBy(
    testable.filter((each) => !isWaived(each)),
    ({ verdict }) => verdict,
  );
  const of = (verdict: Verdict): readonly RequirementReport[] => unwaived.get(verdict) ?? [];
  return {
    failed: inOrderOfFindings(of("failed"), report),
    inconclusive: of("inconclusive"),
    warned: of("warned"),
    waived: testable.filter(isWaived),
    waiversToEnd: testable.filter(({ waiver }) => waiver?.status === "expired" || waiver?.status === "stale"),
    untested: groupBy(
      [...of("untested"), ...of("not applicable")],
      ({ verdict, reason }) => `${verdict}: ${reason ?? "no reason is known"}`,
    ),
    observed: of("observed"),
    passed: of("passed"),
  };
}

/** Requirements in the order of their first findings: the cause before what follows from it. */
export function inOrderOfFindings(
  requirements: readonly RequirementReport[],
  report: Report,
): readonly RequirementReport[] {
  const first = ({ findings }: RequirementReport): number =>
    findings.reduce((least, each) => Math.min(least, each), Number.MAX_SAFE_INTEGER);
  // A finding that breaks several is shown with one of them.
  const isShownElsewhere = (each: RequirementReport): number =>
    Number(ownFindingsOf(each, report).length === 0);
  return requirements.toSorted(
    (left, right) => first(left) - first(right) || isShownElsewhere(left) - isShownElsewhere(right),
  );
}

/** The requirements of each section, and how many of them have each verdict, the worst first. */
export function countBySection(
  { requirements }: Report,
  verdicts: readonly Verdict[],
): readonly { readonly section: string; readonly counts: readonly { verdict: Verdict; count: number }[] }[] {
  const testable = requirements.filter(({ level }) => level !== "informative");
  return [...groupBy(testable, ({ section }) => section)].map(([section, all]) => ({
    section,
    counts: verdicts.map((verdict) => ({
      verdict,
      count: all.filter((each) => each.verdict === verdict).length,
    })),
  }));
}

/** How to have tested what this run left untested, as far as the run itself decides it. */
export function remedies({ run, requirements }: Report): readonly string[] {
  if (!requirements.some(({ verdict }) => verdict === "untested")) return [];
  return [
    ...(run.interrupted ? ["The run was interrupted: let it end to test the rest."] : []),
    ...(run.readOnly
      ? [
          "The run was read-only: leave out --read-only (for a production target: set writing: allowed) to test what takes a write.",
        ]
      : []),
  ];
}
