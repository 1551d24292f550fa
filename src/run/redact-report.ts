import type { Redact } from "../transport/index.js";
import type { ExchangeReport, FindingReport, LoggedExchange, Report } from "./report-schema.js";
import type { Secrecy } from "./secrets.js";

/**
 * The same report without the key. Only what came from the target, or tells of it, can hold it: our own words stay
 * as they are, also where the key is one of them.
 */
export function redactReport(report: Report, secrecy: Secrecy): Report {
  const redact = remember(secrecy.hide);
  const { hideQuoted } = secrecy;
  const reason = (text: string | undefined): { reason?: string } =>
    text === undefined ? {} : { reason: hideQuoted(text) };
  return {
    ...report,
    run: { ...report.run, categories: report.run.categories.map(redact) },
    requirements: report.requirements.map((each) => ({
      ...each,
      ...reason(each.reason),
      observations: each.observations.map(({ choice, count }) => ({ choice: hideQuoted(choice), count })),
    })),
    statistics: {
      ...report.statistics,
      coverage: report.statistics.coverage.map((each) => ({
        ...each,
        label: redactNumbers(each.label, redact),
      })),
    },
    findings: report.findings.map((finding) => redactFinding(finding, { hide: redact, hideQuoted })),
    exchanges: {
      ...report.exchanges,
      entries: report.exchanges.entries.map((each) => redactExchange(each, redact)),
    },
  };
}

/** The same finding without the key. */
export function redactFinding(finding: FindingReport, { hide, hideQuoted }: Secrecy): FindingReport {
  return {
    ...finding,
    expected: hideQuoted(finding.expected),
    actual: hideQuoted(finding.actual),
    input: JSON.parse(JSON.stringify(finding.input ?? null), (_, each: unknown) =>
      typeof each === "string" ? redactNumbers(each, hide) : each,
    ),
    exchanges: finding.exchanges.map((exchange) => redactExchange(exchange, hide)),
  };
}

function redactExchange<Recorded extends LoggedExchange & { readonly curl?: string }>(
  exchange: Recorded,
  redact: Redact,
): Recorded {
  const { label, request, curl, response, transportError } = exchange;
  const own = (text: string): string => redactNumbers(text, redact);
  const body = request.body !== undefined && "text" in request.body ? request.body : undefined;
  return {
    ...exchange,
    label: own(label),
    request: {
      ...request,
      url: own(request.url),
      ...(body === undefined ? {} : { body: { ...body, text: own(body.text) } }),
    },
    ...(curl === undefined ? {} : { curl: own(curl) }),
    ...(response === undefined ? {} : { response: redactResponse(response, redact) }),
    ...(transportError === undefined
      ? {}
      : { transportError: { ...transportError, detail: redact(transportError.detail) } }),
  };
}

/** What we send is our own, but for ids and categories: the target has chosen them. */
function redactNumbers(text: string, redact: Redact): string {
  return text.replaceAll(/\d{5,}/g, (digits) => redact(digits));
}

/** Characters of texts that are remembered. */
const mostRemembered = 8_000_000;

/** The same redaction, which remembers texts: headers are the same in most answers, bodies stand in several findings. */
function remember(redact: Redact): Redact {
  const known = new Map<string, string>();
  let room = mostRemembered;
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const after = redact(text);
    room -= text.length;
    if (room >= 0) known.set(text, after);
    return after;
  };
}

type Response = NonNullable<ExchangeReport["response"]>;

function redactResponse({ status, headers, body }: Response, redact: Redact): Response {
  const bytes = "base64" in body ? Buffer.from(body.base64, "base64").toString("latin1") : "";
  return {
    status,
    headers: headers.map(([name, value]) => [redact(name), redact(value)] as const),
    body:
      "text" in body
        ? { ...body, text: redact(body.text) }
        : { ...body, base64: Buffer.from(redact(bytes), "latin1").toString("base64") },
  };
}
