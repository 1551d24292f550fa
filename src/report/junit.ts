import { create } from "xmlbuilder";
import type { FindingReport, Report, RequirementReport } from "../run/index.js";
import { describeFinding } from "./finding-text.js";
import { groupBy } from "./group-by.js";
import { durationOf, findingsOf, isFlaky, isWaived, tellWaived } from "./requirement-facts.js";
import { safeText } from "./safe-text.js";

/**
 * JUnit XML as Jenkins, GitLab and GitHub readers take it: a suite a section of the interface document, a case
 * a requirement. Characters that XML cannot hold are replaced.
 */
export function renderJunit(report: Report, reportPath?: string): string {
  const sections = groupBy(report.requirements, ({ section }) => section);
  const root = create("testsuites", { encoding: "utf-8", invalidCharReplacement: "\ufffd" } as object);
  root.att("name", safeText(`pedigree ${report.target.baseUrl}`)).att("time", inSeconds(report.run.duration));
  const whole = judgeWhole(report);
  addCounts(root, report.requirements, whole);
  for (const [section, requirements] of sections) {
    const suite = root.ele("testsuite", {
      name: safeText(section),
      timestamp: report.run.startedAt.slice(0, 19),
    });
    addCounts(suite, requirements);
    suite.att("time", inSeconds(requirements.reduce((sum, each) => sum + durationOf(each), 0)));
    addProperties(suite, propertiesOf(report));
    for (const requirement of requirements) addCase(suite, requirement, report, reportPath);
  }
  if (whole !== undefined) addWhole(root, whole, report);
  return root.end({ pretty: true });
}

type Element = ReturnType<typeof create>;

/** What the cases of the requirements do not tell: why the run did not come to the conclusion that the target conforms. */
type Whole = "error" | "failure" | undefined;

/** A reader that only counts cases must not take a run that tested nothing for a green one. */
function judgeWhole({ conclusion, requirements }: Report): Whole {
  const tells = (verdict: string): boolean =>
    requirements.some((each) => each.verdict === verdict && each.level !== "advice" && !isWaived(each));
  if (conclusion.status === "inconclusive" && !tells("inconclusive")) return "error";
  if (conclusion.status === "does not conform" && !tells("failed")) return "failure";
  return undefined;
}

function addWhole(root: Element, whole: "error" | "failure", report: Report): void {
  const { conclusion, run } = report;
  const name = "the run as a whole";
  const suite = root.ele("testsuite", { name, timestamp: run.startedAt.slice(0, 19) });
  addCounts(suite, [], whole);
  suite.att("time", "0");
  addProperties(suite, propertiesOf(report));
  const element = suite.ele("testcase", {
    classname: name,
    name: "comes to the conclusion that the target conforms",
    time: "0",
  });
  const message = safeText(conclusion.sentence, 1000);
  element.ele(whole, { message, type: conclusion.status }, message);
}

function inSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function addCounts(element: Element, requirements: readonly RequirementReport[], whole?: Whole): void {
  const count = (...kinds: string[]): number =>
    requirements.filter((each) => !isWaived(each) && kinds.includes(each.verdict)).length;
  element
    .att("tests", requirements.length + (whole === undefined ? 0 : 1))
    .att("failures", count("failed") + (whole === "failure" ? 1 : 0))
    .att("errors", count("inconclusive") + (whole === "error" ? 1 : 0))
    .att("skipped", count("untested", "not applicable") + requirements.filter(isWaived).length);
}

function propertiesOf({ run, target, tool, conclusion }: Report): Readonly<Record<string, string>> {
  return {
    conclusion: conclusion.sentence,
    target: target.name ?? target.baseUrl,
    profile: run.profile,
    seed: `${run.seed}`,
    "run-id": run.id,
    requests: `${run.requests}`,
    "tool-version": `${tool.name} ${tool.version}`,
  };
}

function addProperties(element: Element, properties: Readonly<Record<string, string>>): void {
  const list = element.ele("properties");
  for (const [name, value] of Object.entries(properties))
    list.ele("property", { name, value: safeText(value, 1000) });
}

function addCase(suite: Element, requirement: RequirementReport, report: Report, reportPath?: string): void {
  const { id, level, section, sentence, verdict, reason = "", waiver } = requirement;
  const element = suite.ele("testcase", {
    classname: section,
    name: `${id} ${sentence}`,
    time: inSeconds(durationOf(requirement)),
  });
  const findings = findingsOf(requirement, report);
  addProperties(element, { level, verdict, ...(isFlaky(findings) ? { flaky: "true" } : {}) });
  const stories = findings
    .map((finding) => describeFinding(finding, requirement, { reportPath, target: report.target }))
    .join("\n\n");
  const output: string[] = [];
  if (isWaived(requirement)) {
    addSkipped(element, tellWaived(requirement));
    output.push(`${verdict}, and waived`, stories);
  } else {
    switch (verdict) {
      case "failed":
        element.ele("failure", { message: messageOf(findings), type: level }, stories);
        break;
      case "inconclusive":
        element.ele(
          "error",
          { message: safeText(reason, 600) || messageOf(findings), type: verdict },
          stories,
        );
        break;
      case "untested":
      case "not applicable":
        addSkipped(element, `${verdict}: ${reason}`);
        break;
      case "warned":
        output.push("warned", stories);
        break;
      case "observed":
      case "passed":
        output.push(safeText(reason, 600));
        break;
    }
    if (waiver !== undefined)
      output.push(`its waiver (until ${safeText(waiver.expires, 20)}) is ${waiver.status}`);
  }
  output.push(...observationLines(requirement), ...requirement.checks.map(tellCheck));
  const text = output.filter((line) => line !== "").join("\n");
  if (text !== "") element.ele("system-out", {}, withoutAttachments(text));
}

/** GitLab reads what is in the element, others its message. */
function addSkipped(element: Element, reason: string): void {
  const text = safeText(reason, 600);
  element.ele("skipped", { message: text }, text);
}

function messageOf(findings: readonly FindingReport[]): string {
  const [first] = findings;
  if (first === undefined) return "";
  const often = first.confirmation.status === "intermittent" ? "now and then: " : "";
  return `${often}expected ${safeText(first.expected, 600)}, got ${safeText(first.actual, 600)}`;
}

function observationLines({ observations }: RequirementReport): readonly string[] {
  return observations.map(({ choice, count }) => `observed ${count} times: ${safeText(choice, 300)}`);
}

function tellCheck({ id, title, inputs }: RequirementReport["checks"][number]): string {
  const ended = Object.entries(inputs)
    .filter(([, count]) => count > 0)
    .map(([how, count]) => `${count} ${safeText(how, 40)}`);
  const told = ended.length === 0 ? "no input" : `inputs: ${ended.join(", ")}`;
  return `check ${safeText(id, 60)}: ${safeText(title, 200)} (${told})`;
}

/** GitLab and Jenkins take `[[ATTACHMENT|path]]` for a file of ours to show. */
function withoutAttachments(text: string): string {
  return text.replaceAll("[[", "[ [");
}
