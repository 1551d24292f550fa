import type { FindingReport, Report, RequirementReport } from "../run/index.js";
import { type BuildEnvironment, describeBuild } from "./build-environment.js";
import { describeFinding, tellFinding } from "./finding-text.js";
import { renderInstant, startOf } from "./instant.js";
import { renderJsonText } from "./json-text.js";
import { contrast, durationOf, findingsOf, isFlaky, isWaived, tellWaived } from "./requirement-facts.js";
import { unlinked } from "./unlinked.js";

type Status = "passed" | "failed" | "skipped" | "other";

/**
 * A report in the Common Test Report Format (ctrf.io): a test a requirement.
 *
 * | verdict                    | status  |
 * | -------------------------- | ------- |
 * | passed, observed           | passed  |
 * | failed                     | failed  |
 * | failed or warned, waived   | skipped |
 * | untested, not applicable   | skipped |
 * | warned, inconclusive       | other   |
 *
 * `rawStatus` always is the verdict. A failure that shows only now and then is failed and `flaky`.
 */
export function renderCtrf(
  report: Report,
  reportPath?: string,
  environment: BuildEnvironment = process.env,
): string {
  const { tool, run, target, conclusion } = report;
  const start = startOf(run);
  const tests = report.requirements.map((each) => testOf(each, report, reportPath));
  const count = (status: string): number => tests.filter((each) => each.status === status).length;
  const sections = new Set(report.requirements.map(({ section }) => section));
  return renderJsonText({
    reportFormat: "CTRF",
    specVersion: "0.0.0",
    runId: run.id,
    timestamp: renderInstant(start + run.duration),
    generatedBy: `${tool.name} ${tool.version}`,
    results: {
      tool: { name: tool.name, version: tool.version, extra: { node: tool.node } },
      summary: {
        tests: tests.length,
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        pending: 0,
        other: count("other"),
        flaky: tests.filter(({ flaky }) => flaky === true).length,
        suites: sections.size,
        start,
        stop: start + run.duration,
        duration: run.duration,
      },
      tests,
      environment: {
        reportName: "Pedigree conformance report",
        appName: unlinked(target.name ?? target.baseUrl.replace(/^https?:\/\//, "")),
        ...(target.name === undefined ? {} : { testEnvironment: unlinked(target.name) }),
        ...describeBuild(environment),
        healthy: conclusion.status === "conforms",
        extra: { baseUrl: target.baseUrl, embedded: target.embedded },
      },
      extra: {
        conclusion,
        counts: report.counts,
        profile: run.profile,
        seed: run.seed,
        ...(reportPath === undefined ? {} : { report: reportPath }),
      },
    },
  });
}

function testOf(requirement: RequirementReport, report: Report, reportPath: string | undefined) {
  const { id, level, section, sentence, operations, verdict } = requirement;
  const findings = findingsOf(requirement, report);
  const shown = findings[0];
  const curl = shown && tellFinding(shown).find(({ label }) => label === "curl")?.text;
  const source = { reportPath, target: report.target };
  const message = messageOf(requirement, findings);
  return {
    testId: id,
    name: unlinked(`${id} ${sentence}`),
    status: statusOf(requirement),
    duration: durationOf(requirement),
    suite: [unlinked(section)],
    ...(message === "" ? {} : { message: unlinked(message) }),
    ...(findings.length === 0
      ? {}
      : { trace: findings.map((finding) => describeFinding(finding, requirement, source)).join("\n\n") }),
    ...(curl === undefined ? {} : { snippet: curl }),
    rawStatus: verdict,
    tags: [level, ...operations].map((tag) => unlinked(tag)),
    type: "conformance",
    ...(isFlaky(findings) ? { flaky: true } : {}),
    extra: {
      verdict,
      level,
      findings: requirement.findings,
      ...(requirement.waiver === undefined ? {} : { waiver: requirement.waiver }),
      checks: requirement.checks,
      observations: requirement.observations,
    },
  };
}

function statusOf(requirement: RequirementReport): Status {
  if (isWaived(requirement)) return "skipped";
  switch (requirement.verdict) {
    case "passed":
    case "observed":
      return "passed";
    case "failed":
      return "failed";
    case "untested":
    case "not applicable":
      return "skipped";
    case "warned":
    case "inconclusive":
      return "other";
  }
}

function messageOf(requirement: RequirementReport, [first]: readonly FindingReport[]): string {
  const { verdict, reason } = requirement;
  const why = first === undefined ? reason && `${verdict}: ${reason}` : contrast(first);
  return [tellWaived(requirement), why ?? ""].filter((part) => part !== "").join("; ");
}
