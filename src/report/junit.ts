import { create } from "xmlbuilder";
import type { FindingReport, Report, RequirementReport } from "../run/index.js";
import { describeFinding } from "./finding-text.js";
import { groupBy } from "./group-by.js";

/**
 * JUnit XML as Jenkins, GitLab and GitHub readers take it: a suite a section of the interface document, a case
 * a requirement. Characters that XML cannot hold are replaced.
 */
export function renderJunit(report: Report): string {
  const sections = groupBy(report.requirements, ({ section }) => section);
  const seconds = (report.run.duration / 1000).toFixed(3);
  const root = create("testsuites", { encoding: "utf-8", invalidCharReplacement: "\ufffd" } as object);
  root.att("name", `pedigree ${report.target.baseUrl}`).att("time", seconds);
  addCounts(root, report.requirements);
  for (const [section, requirements] of sections) {
    const suite = root.ele("testsuite", { name: section, timestamp: report.run.startedAt.slice(0, 19) });
    addCounts(suite, requirements);
    suite.att("time", "0");
    for (const requirement of requirements) addCase(suite, requirement, report);
  }
  return root.end({ pretty: true });
}

type Element = ReturnType<typeof create>;

function addCounts(element: Element, requirements: readonly RequirementReport[]): void {
  const count = (...kinds: string[]): number =>
    requirements.filter(({ verdict }) => kinds.includes(verdict)).length;
  element
    .att("tests", requirements.length)
    .att("failures", count("failed"))
    .att("errors", count("inconclusive"))
    .att("skipped", count("untested", "not applicable"));
}

function addCase(suite: Element, requirement: RequirementReport, report: Report): void {
  const { id, section, sentence, verdict, reason = "" } = requirement;
  const element = suite.ele("testcase", { classname: section, name: `${id} ${sentence}`, time: "0" });
  const findings = report.findings.filter(({ number }) => requirement.findings.includes(number));
  const details = findings.map((finding) => describeFinding(finding, requirement)).join("\n\n");
  switch (verdict) {
    case "failed":
      element.ele("failure", { message: messageOf(findings), type: requirement.level }, details);
      break;
    case "inconclusive":
      element.ele("error", { message: reason || messageOf(findings), type: "inconclusive" }, details);
      break;
    case "untested":
    case "not applicable":
      element.ele("skipped", { message: `${verdict}: ${reason}` });
      break;
    case "warned":
      element.ele("system-out", {}, `warned\n${details}`);
      break;
    case "observed":
      element.ele("system-out", {}, observationText(requirement));
      break;
    case "passed":
      if (reason !== "") element.ele("system-out", {}, reason);
      break;
  }
}

function messageOf(findings: readonly FindingReport[]): string {
  const [first] = findings;
  return first === undefined ? "" : `expected ${first.expected}, got ${first.actual}`;
}

function observationText({ observations }: RequirementReport): string {
  return observations.map(({ choice, count }) => `observed ${count} times: ${choice}`).join("\n");
}
