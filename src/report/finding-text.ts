import type { BodyReport, ExchangeReport, FindingReport, RequirementReport } from "../run/index.js";
import { type ReplaySource, renderReplay } from "./replay-line.js";
import { safeText } from "./safe-text.js";

/** One line of a finding's story: what it is about, and what there is to say. */
export interface FindingLine {
  readonly label: "asked" | "expected" | "got" | "seen" | "before" | "trace" | "curl" | "replay" | "note";
  readonly text: string;
}

/**
 * A finding as lines to read: what was asked, what came back, what was expected, and how to see it again. Without a
 * source, there is no report to replay it from.
 */
export function tellFinding(finding: FindingReport, source?: ReplaySource): readonly FindingLine[] {
  const replay = source === undefined ? undefined : renderReplay(source, finding);
  const shown = finding.exchanges[finding.shownBy];
  const before = finding.exchanges.slice(0, finding.shownBy);
  return [
    ...(before.length === 0 ? [] : [{ label: "before" as const, text: tellBefore(before) }]),
    ...(shown === undefined ? [] : [{ label: "asked" as const, text: tellRequest(shown) }]),
    { label: "expected", text: safeText(finding.expected, 400) },
    { label: "got", text: tellResult(finding, shown) },
    { label: "seen", text: tellConfirmation(finding) },
    ...(finding.happensOnce === undefined ? [] : [{ label: "note" as const, text: finding.happensOnce }]),
    ...(shown === undefined ? [] : [{ label: "trace" as const, text: safeText(shown.trace, 40) }]),
    ...(shown === undefined ? [] : [{ label: "curl" as const, text: tellCurl(shown.curl) }]),
    ...(replay === undefined ? [] : [{ label: "replay" as const, text: replay }]),
  ];
}

/** The same as one text, below its requirement's sentence. */
export function describeFinding(
  finding: FindingReport,
  { id, level, sentence }: RequirementReport,
  source?: ReplaySource,
): string {
  const lines = tellFinding(finding, source).map(({ label, text }) => `${label.padEnd(8)} ${text}`);
  return [`${id} (${level}) ${safeText(sentence)}`, ...lines].join("\n");
}

/** A body in a few words of its own. */
export function tellBody(body: BodyReport | undefined, length = 300): string {
  if (body === undefined || body.bytes === 0) return "";
  return "text" in body ? safeText(body.text, length) : `${body.bytes} bytes that are no text`;
}

/** Whole or not at all: half a command line waits for its other quote. */
function tellCurl(curl: string): string {
  return curl.length <= 1500 ? safeText(curl) : "too long to print; it is in report.json";
}

function tellRequest({ label, credential, request }: ExchangeReport): string {
  const { pathname, search } = splitUrl(request.url);
  const who = credential === "the good key" ? "" : `, with ${credential}`;
  const what = label === credential ? "" : ` (${safeText(label, 120)})`;
  const body = tellBody(request.body);
  return `${request.method} ${safeText(pathname + search, 300)}${what}${who}${body === "" ? "" : `\n${body}`}`;
}

function tellResult({ actual }: FindingReport, shown: ExchangeReport | undefined): string {
  const body = tellBody(shown?.response?.body);
  const status = shown?.response === undefined ? "" : ` (HTTP ${shown.response.status})`;
  const plain = safeText(actual, 600);
  return `${plain}${plain.includes(`${shown?.response?.status}`) ? "" : status}${body === "" ? "" : `\n${body}`}`;
}

function tellBefore(before: readonly ExchangeReport[]): string {
  const told = before.slice(-4).map(({ request, response, noAnswer }) => {
    const { pathname, search } = splitUrl(request.url);
    return `${request.method} ${safeText(pathname + search, 100)} → ${response?.status ?? noAnswer?.cause ?? "?"}`;
  });
  const more = before.length > told.length ? [`${before.length - told.length} more`] : [];
  return [...more, ...told].join(", ");
}

/** How often a finding was seen, and whether to expect it again. */
export function tellConfirmation({ confirmation, sightings }: FindingReport): string {
  const places = sightings > 1 ? `; in ${sightings} places of the run` : "";
  switch (confirmation.status) {
    case "repeats":
      return `repeats (${confirmation.seen} of ${confirmation.of})${places}`;
    case "intermittent":
      return `intermittent: ${confirmation.seen} times in the run, but not each time`;
    case "seen-once":
      return `once, and not again in ${confirmation.of} attempts`;
  }
}

function splitUrl(url: string): { pathname: string; search: string } {
  const [, path = url] = /^[a-z]+:\/\/[^/?]*(.*)$/s.exec(url) ?? [];
  const [pathname = "", ...rest] = path.split("?");
  return { pathname, search: rest.length === 0 ? "" : `?${rest.join("?")}` };
}
