import { groupBy } from "../description/index.js";
import type { Report, RequirementReport, Verdict } from "../engine/index.js";
import { describeFinding } from "./finding-text.js";
import { type Markup, html as xml } from "./markup.js";
import { contrast, describeWaiver, durationOf, findingsOf, isFlaky, isWaived } from "./requirement-facts.js";
import { present, safeText } from "./safe-text.js";

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

/** A case, and what decides the counts of its suite. */
interface Case {
  readonly outcome: (typeof outcomes)[Verdict];
  /** In ms. */
  readonly time: number;
  readonly element: Markup;
}

/**
 * JUnit XML as Jenkins, GitLab and GitHub readers take it: a suite a section of the interface document, a case
 * a requirement. Characters that XML cannot hold are replaced.
 */
export function renderJunit(report: Report, reportPath?: string): string {
  const { run, target, tool, conclusion } = report;
  const properties = propertiesOf({
    conclusion: conclusion.sentence,
    target: target.name ?? target.baseUrl,
    profile: run.profile,
    seed: `${run.seed}`,
    "run-id": run.id,
    requests: `${run.requests}`,
    "tool-version": `${tool.name} ${tool.version}`,
  });
  const sections = groupBy(report.requirements, ({ section }) => section);
  const suites = [
    ...[...sections].map(([section, all]) => ({
      name: safeText(section),
      cases: all.map((each) => caseOf(each, report, reportPath)),
    })),
    ...wholeSuite(report),
  ];
  const elements = suites.map(({ name, cases }) => {
    const time = cases.reduce((sum, each) => sum + each.time, 0);
    const start = run.startedAt.slice(0, 19);
    return xml`${"\n"}
      <testsuite name="${name}" timestamp="${start}"${countsOf(cases)} time="${inSeconds(time)}">
        ${properties}${cases.map(({ element }) => element)}
      </testsuite>`;
  });
  const name = safeText(`pedigree ${target.baseUrl}`);
  const counts = countsOf(suites.flatMap(({ cases }) => cases));
  const root = xml`
    <testsuites name="${name}"${counts} time="${inSeconds(run.duration)}">${elements}</testsuites>`;
  const valid = root.source
    .replaceAll("]]>", "]]&gt;")
    .replaceAll(/[^\n -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
  return `<?xml version="1.0" encoding="utf-8"?>\n${valid}\n`;
}

function countsOf(cases: readonly Case[]): Markup {
  const count = (outcome: Case["outcome"]): number => cases.filter((each) => each.outcome === outcome).length;
  const [failures, errors, skipped] = [count("failure"), count("error"), count("skipped")];
  return xml` tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
}

/**
 * Returns a suite for what the cases of the requirements do not show: why the run did not come to the conclusion that the target
 * conforms. A reader that only counts cases must not take a run that tested nothing for a green one.
 */
function wholeSuite({ conclusion, requirements }: Report) {
  const { status, sentence } = conclusion;
  const [verdict, outcome] =
    status === "inconclusive" ? (["inconclusive", "error"] as const) : (["failed", "failure"] as const);
  const isShown = requirements.some(
    (each) => each.verdict === verdict && each.level !== "advice" && !isWaived(each),
  );
  if (status === "conforms" || isShown) return [];
  const name = "the run as a whole";
  const element = xml`${"\n"}
    <testcase classname="${name}" name="comes to the conclusion that the target conforms" time="0">
      ${resultOf(outcome, status, safeText(sentence, 1000))}
    </testcase>`;
  return [{ name, cases: [{ outcome, time: 0, element }] }];
}

function resultOf(outcome: "failure" | "error", type: string, message: string, details = message): Markup {
  return xml`<${outcome} message="${message}" type="${type}">${details}</${outcome}>`;
}

function propertiesOf(properties: Readonly<Record<string, string>>): Markup {
  const all = Object.entries(properties).map(
    ([name, value]) => xml`<property name="${name}" value="${safeText(value, 1000)}"/>`,
  );
  return xml`<properties>${all}</properties>`;
}

function caseOf(requirement: RequirementReport, report: Report, reportPath?: string): Case {
  const { id, level, section, sentence, verdict } = requirement;
  const findings = findingsOf(requirement, report);
  const [first] = findings;
  const source = { reportPath, target: report.target };
  const details = findings.map((finding) => describeFinding(finding, requirement, source)).join("\n\n");
  const often = first !== undefined && isFlaky([first]) ? "now and then: " : "";
  const message = first === undefined ? "" : safeText(`${often}${contrast(first)}`, 1200);
  const reason = safeText(requirement.reason ?? "", 600);
  const waiver = safeText(describeWaiver(requirement), 600);
  const isAccepted = isWaived(requirement);
  const outcome = isAccepted ? "skipped" : outcomes[verdict];
  const why = isAccepted ? waiver : `${verdict}: ${reason}`;
  const results = {
    passed: undefined,
    failure: resultOf("failure", level, message, details),
    error: resultOf("error", verdict, reason || message, details),
    // GitLab reads what is in the element, others its message.
    skipped: xml`<skipped message="${why}">${why}</skipped>`,
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
  const [suite, name] = [safeText(section), safeText(`${id} ${sentence}`)];
  const element = xml`${"\n"}
    <testcase classname="${suite}" name="${name}" time="${inSeconds(time)}">
      ${propertiesOf({ level, verdict, ...(isFlaky(findings) && { flaky: "true" }) })}
      ${results[outcome]}
      ${output.length > 0 && xml`<system-out>${withoutAttachments(output.join("\n"))}</system-out>`}
    </testcase>`;
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
