import type { FindingReport, Report, RequirementReport, Verdict } from "../run/index.js";
import { type BuildEnvironment, describeBuild } from "./build-environment.js";
import { describeFinding, findingLines } from "./finding-text.js";
import { renderInstant, startOf } from "./instant.js";
import { renderJsonText } from "./json-text.js";
import { contrast, describeWaiver, durationOf, findingsOf, isFlaky, isWaived } from "./requirement-facts.js";
import { unlinked } from "./unlinked.js";

/** The status of a test by the verdict on its requirement; what is waived is skipped. */
const statuses = {
  passed: "passed",
  observed: "passed",
  failed: "failed",
  untested: "skipped",
  "not applicable": "skipped",
  warned: "other",
  inconclusive: "other",
} as const satisfies Record<Verdict, string>;

/**
 * A report in the Common Test Report Format (ctrf.io): a test a requirement. `rawStatus` always is the verdict. A
 * failure that shows only now and then is failed and `flaky`. Members that are undefined are left out of the text.
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
        testEnvironment: target.name && unlinked(target.name),
        ...describeBuild(environment),
        healthy: conclusion.status === "conforms",
        extra: { baseUrl: target.baseUrl, embedded: target.embedded },
      },
      extra: {
        conclusion,
        counts: report.counts,
        profile: run.profile,
        seed: run.seed,
        report: reportPath,
      },
    },
  });
}

function testOf(requirement: RequirementReport, report: Report, reportPath: string | undefined) {
  const { id, level, section, sentence, operations, verdict, waiver, checks, observations } = requirement;
  const findings = findingsOf(requirement, report);
  const [shown] = findings;
  const source = { reportPath, target: report.target };
  const trace = findings.map((finding) => describeFinding(finding, requirement, source)).join("\n\n");
  const message = messageOf(requirement, shown);
  return {
    testId: id,
    name: unlinked(`${id} ${sentence}`),
    status: isWaived(requirement) ? "skipped" : statuses[verdict],
    duration: durationOf(requirement),
    suite: [unlinked(section)],
    message: message === "" ? undefined : unlinked(message),
    trace: trace === "" ? undefined : trace,
    snippet: shown && findingLines(shown).find(({ label }) => label === "curl")?.text,
    rawStatus: verdict,
    tags: [level, ...operations].map((tag) => unlinked(tag)),
    type: "conformance",
    flaky: isFlaky(findings) ? true : undefined,
    extra: { verdict, level, findings: requirement.findings, waiver, checks, observations },
  };
}

function messageOf(requirement: RequirementReport, first: FindingReport | undefined): string {
  const { verdict, reason } = requirement;
  const why = first === undefined ? reason && `${verdict}: ${reason}` : contrast(first);
  const waived = isWaived(requirement) ? describeWaiver(requirement) : "";
  return [waived, why ?? ""].filter((part) => part !== "").join("; ");
}
