import type { Report, RequirementReport, Verdict } from "../engine/index.js";
import { describeFinding, findingLines } from "./finding-text.js";
import { contrast, describeWaiver, durationOf, findingsOf, isFlaky, isWaived } from "./requirement-facts.js";
import { present, renderInstant, renderJsonText, safeText } from "./safe-text.js";

/** Environment variables, as `process.env`. */
type Environment = Readonly<Record<string, string | undefined>>;

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
export function renderCtrf(report: Report, reportPath?: string, environment?: Environment): string {
  const { tool, run, target, conclusion, counts } = report;
  const { profile, seed, duration } = run;
  const start = Date.parse(run.startedAt);
  const tests = report.requirements.map((each) => testOf(each, report, reportPath));
  const count = (status: string): number => tests.filter((each) => each.status === status).length;
  return renderJsonText({
    reportFormat: "CTRF",
    specVersion: "0.0.0",
    runId: run.id,
    timestamp: renderInstant(start + duration),
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
        suites: new Set(report.requirements.map(({ section }) => section)).size,
        start,
        stop: start + duration,
        duration,
      },
      tests,
      environment: {
        reportName: "Pedigree conformance report",
        appName: unlinked(target.name ?? target.baseUrl.replace(/^https?:\/\//, "")),
        testEnvironment: target.name && unlinked(target.name),
        ...describeBuild(environment ?? process.env),
        healthy: conclusion.status === "conforms",
        extra: { baseUrl: target.baseUrl, embedded: target.embedded },
      },
      extra: { conclusion, counts, profile, seed, report: reportPath },
    },
  });
}

function testOf(requirement: RequirementReport, report: Report, reportPath: string | undefined) {
  const { id, level, section, sentence, operations, verdict, reason, waiver } = requirement;
  const { checks, observations } = requirement;
  const findings = findingsOf(requirement, report);
  const [shown] = findings;
  const source = { reportPath, target: report.target };
  const trace = findings.map((finding) => describeFinding(finding, requirement, source)).join("\n\n");
  const waived = isWaived(requirement);
  const why = shown === undefined ? reason && `${verdict}: ${reason}` : contrast(shown);
  const message = present(waived && describeWaiver(requirement), why).join("; ");
  return {
    testId: id,
    name: unlinked(`${id} ${sentence}`),
    status: waived ? "skipped" : statuses[verdict],
    duration: durationOf(requirement),
    suite: [unlinked(section)],
    message: unlinked(message) || undefined,
    trace: trace || undefined,
    snippet: shown && findingLines(shown).find(({ label }) => label === "curl")?.text,
    rawStatus: verdict,
    tags: [level, ...operations].map((tag) => unlinked(tag)),
    type: "conformance",
    flaky: isFlaky(findings) || undefined,
    extra: { verdict, level, findings: requirement.findings, waiver, checks, observations },
  };
}

/**
 * A text for readers that may take it for Markdown or HTML without saying so, as those of CTRF do. It looks the same,
 * but a word joiner, which nobody sees, keeps tags, links, mentions, references and fences from being ones.
 */
function unlinked(text: string): string {
  return safeText(text, 600).replaceAll(/[<&@#`|[\]!*_~$]|:(?=\/\/)|www(?=\.)/gi, "$&\u2060");
}

/** The build of a CI server that a run belongs to, in the words of CTRF; what is not given is undefined. */
function describeBuild(environment: Environment): Readonly<Record<string, string | number | undefined>> {
  const of = (...names: readonly string[]): string | undefined =>
    names.map((name) => environment[name]).find((value) => value);
  const number = (name: string): number | undefined =>
    /^\d{1,15}$/.test(of(name) ?? "") ? Number(of(name)) : undefined;
  if (of("GITHUB_ACTIONS") === "true") {
    const [repository, run] = [of("GITHUB_REPOSITORY"), of("GITHUB_RUN_ID")];
    const url = repository && `${of("GITHUB_SERVER_URL") ?? ""}/${repository}`;
    return {
      buildName: of("GITHUB_WORKFLOW"),
      buildNumber: number("GITHUB_RUN_NUMBER"),
      buildId: run,
      buildUrl: url && run && `${url}/actions/runs/${run}`,
      repositoryName: repository,
      repositoryUrl: url,
      commit: of("GITHUB_SHA"),
      branchName: of("GITHUB_HEAD_REF", "GITHUB_REF_NAME"),
    };
  }
  if (of("GITLAB_CI") !== "true") return {};
  return {
    buildName: of("CI_PIPELINE_NAME", "CI_JOB_NAME"),
    buildNumber: number("CI_PIPELINE_IID"),
    buildId: of("CI_PIPELINE_ID"),
    buildUrl: of("CI_PIPELINE_URL"),
    repositoryName: of("CI_PROJECT_PATH"),
    repositoryUrl: of("CI_PROJECT_URL"),
    commit: of("CI_COMMIT_SHA"),
    branchName: of("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME", "CI_COMMIT_REF_NAME"),
  };
}
