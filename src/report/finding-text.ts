import { createColors } from "picocolors";
import { groupBy } from "../description/index.js";
import type {
  BodyReport,
  Confirmation,
  ExchangeReport,
  FindingReport,
  Report,
  RequirementReport,
} from "../engine/index.js";
import { type Json, parseJson, renderJson } from "../json/index.js";
import { appearances, hang, paint, type Style, type SummaryOptions } from "./console-style.js";
import { type ReplaySource, renderReplay } from "./next-steps.js";
import { isWaived } from "./requirement-facts.js";
import { present, safeText } from "./safe-text.js";

/** Further problems of one cause in a line. */
const mostProblems = 5;
/** Characters of a body, or of an item of it. */
const mostOfBody = 300;

/** A line on a finding: its label, and a text that is safe to print. Further lines of it are bodies. */
export type FindingLine = ReturnType<typeof findingLines>[number];

/**
 * A finding as lines to read: what was asked, what came back, what was expected, and how to see it again. Without a
 * source, there is no report to replay it from.
 */
export function findingLines(finding: FindingReport, source?: ReplaySource) {
  const shown = finding.exchanges[finding.shownBy];
  const lines = {
    likely: finding.likelyCause && safeText(finding.likelyCause, 400),
    before: describeEarlier(finding.exchanges.slice(0, finding.shownBy)),
    asked: shown && describeRequest(shown),
    expected: safeText(finding.expected, 400),
    got: describeResult(finding, shown),
    also: describeOthers(finding),
    further: describeProblems(finding),
    seen: describeConfirmation(finding),
    note: finding.happensOnce && safeText(finding.happensOnce),
    trace: shown && safeText(shown.trace, 40),
    // Whole or not at all: half a command line waits for its other quote.
    curl:
      shown && (shown.curl.length <= 1500 ? safeText(shown.curl) : "too long to print; it is in report.json"),
    replay: source && renderReplay(source, finding.number),
  };
  return (Object.keys(lines) as (keyof typeof lines)[]).flatMap((label) => {
    const text = lines[label];
    return text === undefined ? [] : [{ label, text }];
  });
}

/** The same as one text, below its requirement's sentence. */
export function describeFinding(
  finding: FindingReport,
  { id, level, sentence }: RequirementReport,
  source?: ReplaySource,
): string {
  const lines = findingLines(finding, source).map(({ label, text }) => `${label.padEnd(8)} ${text}`);
  const { number, requirement } = finding;
  // One request shows all that one cause breaks.
  const cause =
    requirement === id ? [] : [`by finding ${number}, which breaks ${safeText(requirement, 100)}, too:`];
  return [`${id} (${level}) ${safeText(sentence)}`, ...cause, ...lines].join("\n");
}

/** The further problems that have the same cause, of the same requirements. */
function describeProblems({ problems = [] }: FindingReport): string | undefined {
  const further = [...new Set(problems.map(({ problem }) => problem))];
  const named = further.slice(0, mostProblems).map((each) => safeText(each, 100));
  const left = further.length - named.length;
  return further.length === 0 ? undefined : present(...named, left > 0 && `and ${left} more`).join("; ");
}

/** The other requirements that it breaks, or that it may follow from, and the other operations that show it. */
export function describeOthers({ requirements, explainedBy, operations }: FindingReport): string | undefined {
  const others = requirements.slice(1).join(", ");
  const causes = explainedBy.join(", ");
  const places = operations.slice(1).join(", ");
  const texts = present(
    others && `breaks ${others}`,
    places && `shows at ${places}`,
    causes && `may follow from ${causes}`,
  );
  return texts.length === 0 ? undefined : safeText(texts.join("; "), 400);
}

/** How often a finding was seen, and whether to expect it again. */
export function describeConfirmation({ confirmation, sightings }: FindingReport): string {
  const places = sightings > 1 ? `; in ${sightings} places of the run` : "";
  switch (confirmation.status) {
    case "repeats":
      return `repeats (${confirmation.seen} of ${confirmation.of})${places}`;
    case "intermittent":
      return `intermittent: ${confirmation.seen} times in the run, but not each time${describeRate(confirmation)}`;
    case "seen-once":
      return confirmation.mayBeOthers
        ? `not each time, and other clients may have caused it, but none was seen to act${places}`
        : `once, and not again in ${confirmation.of} attempts`;
  }
}

function describeRequest({ label, credential, request }: ExchangeReport): string {
  // An operation that is open to all needs no credential.
  const isUsual = credential === "the good key" || (credential === "no credential" && label !== credential);
  const key = isUsual ? "" : `, with ${safeText(credential, 120)}`;
  const what = label === credential ? "" : ` (${safeText(label, 120)})`;
  return `${lineOf(request, 300)}${what}${key}${describeBody(request.body)}`;
}

function describeResult({ actual, at }: FindingReport, shown: ExchangeReport | undefined): string {
  const plain = safeText(actual, 600);
  const status = shown?.response?.status;
  const isNamed = status === undefined || plain.includes(`${status}`);
  const body = shown?.response?.body;
  const item = at?.in === "body" && body !== undefined ? itemAt(body, at.pointer) : undefined;
  return `${plain}${isNamed ? "" : ` (HTTP ${status})`}${item ?? describeBody(body)}`;
}

/** The item of a long list to which a JSON Pointer leads, on a line of its own; undefined if there is none. */
function itemAt(body: BodyReport, pointer: string): string | undefined {
  if (!("text" in body) || body.text.length <= mostOfBody) return undefined;
  const list = parseJson(body.text);
  const [, index = ""] = pointer.split("/");
  // The pointer to the whole leads to no item.
  if (index === "" || list.status !== "valid" || !Array.isArray(list.value)) return undefined;
  const item: Json | undefined = list.value[Number(index)];
  return item === undefined ? undefined : `\n… ${safeText(renderJson(item), mostOfBody)} … (item ${index})`;
}

function describeEarlier(earlier: readonly ExchangeReport[]): string | undefined {
  if (earlier.length === 0) return undefined;
  const last = earlier.slice(-4).map(({ request, response, transportError }) => {
    const outcome = response?.status ?? safeText(transportError?.cause ?? "?", 40);
    return `${lineOf(request, 100)} → ${outcome}`;
  });
  return present(earlier.length > 4 && `${earlier.length - 4} more`, ...last).join(", ");
}

/** On a line of its own, or nothing. */
function describeBody(body: BodyReport | undefined): string {
  if (body === undefined || body.bytes === 0) return "";
  return `\n${"text" in body ? safeText(body.text, mostOfBody) : `${body.bytes} bytes that are no text`}`;
}

/** The method, and path and query as they were sent. */
function lineOf({ method, url }: ExchangeReport["request"], length: number): string {
  return `${safeText(method, 20)} ${safeText(url.replace(/^[a-z]+:\/\/[^/?]*/i, ""), length)}`;
}

function describeRate({ rate }: Extract<Confirmation, { status: "intermittent" }>): string {
  if (rate === undefined) return "";
  const percent = (share: number): string => `${Number((share * 100).toPrecision(2))} %`;
  return `: with ${rate.seen} of ${rate.of} cases (95 % interval: ${percent(rate.from)} to ${percent(rate.to)})`;
}

/** Ids up to this length have their sentence beside them: longer ones, made from a description, say what is meant. */
const longestShortId = 12;

/** Every finding on a line, without a break in any. */
export function listFindings(report: Report, { color }: Pick<SummaryOptions, "color">): readonly string[] {
  const all = Number.POSITIVE_INFINITY;
  const room = { whole: all, lines: all, entries: all };
  return renderFindingList(report, { color, verbose: true, room, colors: createColors(color) });
}

/** A line for each finding; of many, for the first ones, and then for each section with the number of the others. */
export function renderFindingList(report: Report, style: Style): readonly string[] {
  const { findings } = report;
  const { lines, entries } = style.room;
  const isWhole = style.verbose || findings.length <= lines;
  const shown = isWhole ? findings : findings.slice(0, Math.max(1, lines - entries - 2));
  const rest = findings.slice(shown.length);
  return [
    ...shown.map((finding) => renderLine(finding, report, style)),
    ...(rest.length === 0 ? [] : renderGroups(rest, report, style)),
  ];
}

/** How many findings each section has, the largest number first. */
function renderGroups(
  findings: readonly FindingReport[],
  { requirements }: Report,
  { room }: Style,
): readonly string[] {
  const sections = new Map(requirements.map(({ id, section }) => [id, section]));
  const groups = [...groupBy(findings, ({ requirement }) => sections.get(requirement) ?? "")].toSorted(
    ([, left], [, right]) => right.length - left.length,
  );
  const shown = groups
    .slice(0, room.entries)
    .map(([section, own]) => `  ${own.length} × ${safeText(section, 100)}`);
  const more = groups.length - shown.length;
  return [
    `and ${findings.length} more, which the reports have:`,
    ...shown,
    ...(more > 0 ? [`  and ${more} more sections`] : []),
  ];
}

/** A finding on one line: its number, its requirement, what was expected and what came. */
function renderLine(finding: FindingReport, { requirements, findings }: Report, style: Style): string {
  const { number, expected, actual } = finding;
  const requirement = requirements.find(({ id }) => id === finding.requirement);
  const verdict = requirement?.verdict ?? "failed";
  const isAccepted = requirement !== undefined && isWaived(requirement);
  const sign = paint(verdict, "", style, isAccepted ? "≈" : appearances[verdict].sign);
  const start = `${`${number}`.padStart(`${findings.length}`.length)} `;
  const others = finding.requirements.length - 1;
  const id = `${safeText(finding.requirement)}${others > 0 ? ` (+${others})` : ""}`;
  const isShort = finding.requirement.length <= longestShortId;
  const what = isShort ? `${id} ${safeText(requirement?.sentence ?? "").replace(/\.$/, "")}` : id;
  const text = `${what}: expected ${safeText(expected)}, got ${safeText(actual)}`;
  return hang(start.length + 2, `${start}${sign} ${text}`, style);
}
