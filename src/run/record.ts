import { bodyBytes, describeCredential } from "../generate/index.js";
import { toPlain } from "../json/index.js";
import { type Exchange, mostBodyBytes, type Response, renderCurl } from "../transport/index.js";
import type { Cause } from "./causes.js";
import type { BodyReport, FindingReport, LoggedExchange } from "./report-schema.js";

/** Characters of one header line, and of all of one answer. */
const mostOfHeader = 1024;
const mostOfHeaders = 8192;
/** Exchanges of one finding that a report keeps: the last ones. */
const mostExchanges = 40;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A cause as it stands in a report. */
export function recordFinding(cause: Cause, number: number, baseUrl: string): FindingReport {
  const { finding, attempt, confirmation } = cause.group;
  const dropped = Math.max(0, attempt.exchanges.length - mostExchanges);
  return {
    number,
    requirement: finding.requirement,
    requirements: cause.requirements,
    verdict: cause.verdict,
    level: cause.level,
    explainedBy: cause.explainedBy,
    problem: finding.problem,
    expected: finding.expected,
    actual: finding.actual,
    ...(finding.at === undefined ? {} : { at: finding.at }),
    confirmation,
    sightings: cause.groups.reduce((sum, { occurrences }) => sum + occurrences, 0),
    check: attempt.check.id,
    input: toPlain(attempt.input),
    ...(attempt.check.happensOnce === undefined ? {} : { happensOnce: attempt.check.happensOnce }),
    exchanges: attempt.exchanges.slice(dropped).map((exchange) => ({
      ...recordExchange(exchange, baseUrl, mostBodyBytes),
      curl: renderCurl(baseUrl, exchange.case),
    })),
    shownBy: Math.max(0, finding.exchange - dropped),
  };
}

/** An exchange as it stands in a report, its credential by name, its response's body cut at a number of bytes. */
export function recordExchange(exchange: Exchange, baseUrl: string, most: number): LoggedExchange {
  const { case: request, outcome } = exchange;
  return {
    operation: request.operation,
    label: request.label,
    credential: describeCredential(request.credential),
    request: {
      method: request.method,
      url: baseUrl + request.path,
      headers: request.headers,
      ...(request.body === undefined
        ? {}
        : { body: recordBody(bodyBytes(request.body), Number.POSITIVE_INFINITY) }),
    },
    trace: exchange.trace,
    sentAt: Math.round(exchange.sentAt),
    duration: round(exchange.duration),
    retries: exchange.retries,
    ...(outcome.kind === "response"
      ? {
          response: {
            status: outcome.status,
            headers: recordHeaders(outcome.headers),
            body: {
              ...recordBody(outcome.body, most),
              ...(outcome.bytes === undefined ? {} : { bytes: outcome.bytes, cut: true }),
            },
          },
        }
      : { transportError: { cause: outcome.cause, detail: outcome.detail.slice(0, 1000) } }),
  };
}

/** Does it begin like gzip or zlib content? Source: RFC 1952, section 2.3.1; RFC 1950, section 2.2. */
function isCompressed([first = 0, second = 0]: Uint8Array): boolean {
  return (first === 0x1f && second === 0x8b) || ((first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0);
}

function recordHeaders(headers: Response["headers"]): Response["headers"] {
  let room = mostOfHeaders;
  return headers
    .map(([name, value]) => [name.slice(0, mostOfHeader), value.slice(0, mostOfHeader)] as const)
    .filter(([name, value]) => {
      room -= name.length + value.length;
      return room >= 0;
    });
}

function recordBody(bytes: Uint8Array, most: number): BodyReport {
  const cut = bytes.length > most ? ({ cut: true } as const) : {};
  const kept = bytes.subarray(0, most);
  try {
    return { text: utf8.decode(kept), bytes: bytes.length, ...cut };
  } catch {
    if (bytes.length > most)
      return { text: Buffer.from(kept).toString("utf8"), bytes: bytes.length, cut: true };
    // In what is compressed, the key could not be found.
    if (isCompressed(kept)) return { base64: "", bytes: bytes.length, cut: true };
    return { base64: Buffer.from(kept).toString("base64"), bytes: bytes.length };
  }
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
