import { create } from "xmlbuilder";
import type { Report, RequirementReport, Verdict } from "../run/index.js";
import { describeFinding } from "./finding-text.js";
import { present } from "./present.js";
import {
  contrast,
  describeWaiver,
  durationOf,
  findingsOf,
  groupBy,
  isFlaky,
  isWaived,
} from "./requirement-facts.js";
import { safeText } from "./safe-text.js";

/** The outcome of a case by the verdict on its requirement; what is waived is skipped. */
const outcomes = {
  failed: "failure",
  inconclusive: "error",
  untested: "skipped",
  "not applicable": "skipped",
  warned: "passed",
  observed: "passed",
  passed: "passed",
} as const satisfies Record<Verdict, string>;

/** A case, and what decides the counts of its suite. An attribute begins with `@`. */
interface Case {
  readonly outcome: (typeof outcomes)[Verdict];
  /** In ms. */
  readonly time: number;
  readonly element: object;
}

/**
 * JUnit XML as Jenkins, GitLab and GitHub readers take it: a suite a section of the interface document, a case
 * a requirement. Characters that XML cannot hold are replaced.
 */
export function renderJunit(report: Report, reportPath?: string): string {
  const { run, target, tool, conclusion } = report;
  const sections = groupBy(report.requirements, ({ section }) => section);
  const suites = [...sections].map(([name, all]) => ({
    name,
    cases: all.map((each) => caseOf(each, report, reportPath)),
  }));
  const name = "the run as a whole";
  const whole = wholeCase(report, name);
  if (whole !== undefined) suites.push({ name, cases: [whole] });
  const properties = propertiesOf({
    conclusion: conclusion.sentence,
    target: target.name ?? target.baseUrl,
    profile: run.profile,
    seed: `${run.seed}`,
    "run-id": run.id,
    requests: `${run.requests}`,
    "tool-version": `${tool.name} ${tool.version}`,
  });
  const root = {
    testsuites: {
      "@name": safeText(`pedigree ${target.baseUrl}`),
      ...countsOf(suites.flatMap(({ cases }) => cases)),
      "@time": inSeconds(run.duration),
      testsuite: suites.map((suite) => ({
        "@name": safeText(suite.name),
        "@timestamp": run.startedAt.slice(0, 19),
        ...countsOf(suite.cases),
        properties,
        testcase: suite.cases.map(({ element }) => element),
      })),
    },
  };
  const options = { encoding: "utf-8", invalidCharReplacement: "\ufffd" } as object;
  return create(root, options).end({ pretty: true });
}

function countsOf(cases: readonly Case[]): object {
  const count = (outcome: Case["outcome"]): number => cases.filter((each) => each.outcome === outcome).length;
  return {
    "@tests": cases.length,
    "@failures": count("failure"),
    "@errors": count("error"),
    "@skipped": count("skipped"),
    "@time": inSeconds(cases.reduce((sum, { time }) => sum + time, 0)),
  };
}

/**
 * What the cases of the requirements do not show: why the run did not come to the conclusion that the target
 * conforms. A reader that only counts cases must not take a run that tested nothing for a green one.
 */
function wholeCase({ conclusion, requirements }: Report, classname: string): Case | undefined {
  const { status, sentence } = conclusion;
  const isInconclusive = status === "inconclusive";
  const shown = isInconclusive ? "inconclusive" : "failed";
  const isShown = requirements.some(
    (each) => each.verdict === shown && each.level !== "advice" && !isWaived(each),
  );
  if (status === "conforms" || isShown) return undefined;
  const outcome = isInconclusive ? "error" : "failure";
  const message = safeText(sentence, 1000);
  const element = {
    "@classname": classname,
    "@name": "comes to the conclusion that the target conforms",
    "@time": "0",
    [outcome]: { "@message": message, "@type": status, "#text": message },
  };
  return { outcome, time: 0, element };
}

function propertiesOf(properties: Readonly<Record<string, string>>): object {
  const property = Object.entries(properties).map(([name, value]) => ({
    "@name": name,
    "@value": safeText(value, 1000),
  }));
  return { property };
}

function caseOf(requirement: RequirementReport, report: Report, reportPath?: string): Case {
  const { id, level, section, sentence, verdict } = requirement;
  const findings = findingsOf(requirement, report);
  const [first] = findings;
  const details = findings
    .map((finding) => describeFinding(finding, requirement, { reportPath, target: report.target }))
    .join("\n\n");
  const often = first !== undefined && isFlaky([first]) ? "now and then: " : "";
  const message = first === undefined ? "" : safeText(`${often}${contrast(first)}`, 1200);
  const reason = safeText(requirement.reason ?? "", 600);
  const waiver = safeText(describeWaiver(requirement), 600);
  const isAccepted = isWaived(requirement);
  const outcome = isAccepted ? "skipped" : outcomes[verdict];
  const why = isAccepted ? waiver : `${verdict}: ${reason}`;
  const results = {
    passed: {},
    failure: { failure: { "@message": message, "@type": level, "#text": details } },
    error: { error: { "@message": reason || message, "@type": verdict, "#text": details } },
    // GitLab reads what is in the element, others its message.
    skipped: { skipped: { "@message": why, "#text": why } },
  };
  const output = present(
    isAccepted ? `${verdict}, and waived` : waiver,
    isAccepted && details,
    outcome === "passed" && (verdict === "warned" ? `warned\n${details}` : reason),
    ...requirement.observations.map(
      ({ choice, count }) => `observed ${count === 1 ? "once" : `${count} times`}: ${safeText(choice, 300)}`,
    ),
    ...requirement.checks.map(describeCheck),
  );
  const time = durationOf(requirement);
  const element = {
    "@classname": safeText(section),
    "@name": safeText(`${id} ${sentence}`),
    "@time": inSeconds(time),
    properties: propertiesOf({ level, verdict, ...(isFlaky(findings) && { flaky: "true" }) }),
    ...results[outcome],
    ...(output.length > 0 && { "system-out": { "#text": withoutAttachments(output.join("\n")) } }),
  };
  return { outcome, time, element };
}

function describeCheck({ id, title, inputs }: RequirementReport["checks"][number]): string {
  const ended = Object.entries(inputs)
    .filter(([, count]) => count > 0)
    .map(([how, count]) => `${count} ${safeText(how, 40)}`);
  const counts = ended.length === 0 ? "no input" : `inputs: ${ended.join(", ")}`;
  return `check ${safeText(id, 60)}: ${safeText(title, 200)} (${counts})`;
}

function inSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** GitLab and Jenkins take `[[ATTACHMENT|path]]` for a file of ours to show. */
function withoutAttachments(text: string): string {
  return text.replaceAll("[[", "[ [");
}
