import { isUtf8 } from "node:buffer";
import { toPlain } from "../json/index.js";
import {
  bodyBytes,
  type ClientOptions,
  describeCredential,
  type Exchange,
  mostBodyBytes,
  type Redact,
  type Response,
  renderCurl,
} from "../transport/index.js";
import type { Cause } from "./causes.js";
import { hideTexts, type Secrecy } from "./hidden-secrets.js";
import type { BodyReport, FindingReport, LoggedExchange } from "./report-schema.js";
import type { Rate } from "./tally.js";

/** Characters of one header line, and of all of one answer. */
const mostOfHeader = 1024;
const mostOfHeaders = 8192;
/** Exchanges of one finding that a report keeps: the last ones. */
const mostExchanges = 40;
/** Every exchange is logged up to here; after that, only what was not yet asked and answered like this. */
const loggedWhole = 700;
export const mostLogged = 1000;
/** Bytes of one body in the log. */
const mostLoggedBytes = 1024;

/** Against which base address cases are to be read, where their credential is, and how the key is hidden. */
interface RecordOptions extends Secrecy, Pick<ClientOptions, "placeOf"> {
  readonly baseUrl: string;
}

/**
 * Writes down what a report tells of exchanges, without the key. Only what came from the target, or tells of it, can hold
 * it: our own words stay as they are, also where the key is one of them.
 * @param logs whether exchanges are kept for the log, not only counted
 */
export function createRecorder(how: RecordOptions, logs: boolean) {
  const entries: LoggedExchange[] = [];
  const seen = new Set<string>();
  let all = 0;
  return {
    /** A finding as it stands in a report. */
    finding: (cause: Cause, number: number, rate?: Rate) => recordFinding(cause, number, how, rate),
    /** Keeps an exchange for the log, within bounds: a night has more of them than anybody reads. */
    log: (exchange: Exchange): void => {
      all += 1;
      if (!logs) return;
      const { case: request, outcome } = exchange;
      const result = outcome.kind === "response" ? outcome.status : outcome.cause;
      const sort = `${request.operation} ${request.label} ${result}`;
      const isNew = !seen.has(sort) && seen.size < mostLogged;
      if (isNew) seen.add(sort);
      if (entries.length < (isNew ? mostLogged : loggedWhole))
        entries.push(recordExchange(exchange, mostLoggedBytes, how));
    },
    logged: () => ({ all, entries }),
  };
}

function recordFinding(cause: Cause, number: number, how: RecordOptions, rate?: Rate): FindingReport {
  const { finding, attempt, confirmation } = cause.group;
  const { baseUrl, placeOf, hideQuoted, hideSent } = how;
  const { check, input } = attempt;
  const { exchanges, shownBy } = evidenceOf(cause.group);
  const problems = furtherProblems(cause.groups).map((each) => ({
    ...each,
    problem: hideQuoted(each.problem),
  }));
  return {
    number,
    requirement: finding.requirement,
    requirements: cause.requirements,
    verdict: cause.verdict,
    level: cause.level,
    operations: cause.operations,
    places: cause.groups.flatMap(({ places }) =>
      places.map((each) => ({ ...each, place: hideQuoted(each.place) })),
    ),
    explainedBy: cause.explainedBy,
    ...(problems.length === 0 ? {} : { problems }),
    problem: hideQuoted(finding.problem),
    ...(finding.likelyCause === undefined ? {} : { likelyCause: hideQuoted(finding.likelyCause) }),
    expected: hideQuoted(finding.expected),
    actual: hideQuoted(finding.actual),
    ...(finding.at === undefined ? {} : { at: hidePlace(finding.at, hideQuoted) }),
    confirmation:
      confirmation.status === "intermittent" && rate !== undefined ? { ...confirmation, rate } : confirmation,
    sightings: cause.groups.reduce((sum, { occurrences }) => sum + occurrences, 0),
    check: check.id,
    input: hideTexts(JSON.parse(JSON.stringify(toPlain(input) ?? null)), hideSent),
    ...(check.happensOnce === undefined ? {} : { happensOnce: check.happensOnce }),
    exchanges: exchanges.map((exchange) => ({
      ...recordExchange(exchange, mostBodyBytes, how),
      curl: hideSent(renderCurl(baseUrl, exchange.case, placeOf?.(exchange.case.operation))),
    })),
    shownBy,
  };
}

/** Returns the problems of requirements that a cause breaks in several ways, but for the first one of each. */
function furtherProblems(groups: Cause["groups"]): NonNullable<FindingReport["problems"]> {
  const all = groups.map(({ finding: { requirement, problem } }) => ({ requirement, problem }));
  return all.filter(
    (each, index) => all.findIndex(({ requirement }) => requirement === each.requirement) < index,
  );
}

/** The exchanges that a report keeps of a finding, and which of them shows it. */
function evidenceOf({ finding, attempt }: Cause["group"]) {
  const { shownBy = [] } = finding;
  const kept = attempt.exchanges.slice(-mostExchanges);
  const dropped = attempt.exchanges.length - kept.length;
  // The exchange that it contradicts may be much older.
  const earlier = shownBy.filter(({ trace }) => kept.every((each) => each.trace !== trace));
  const exchanges = [...earlier, ...kept];
  const last = exchanges.findIndex(({ trace }) => trace === shownBy.at(-1)?.trace);
  return { exchanges, shownBy: last < 0 ? Math.max(0, finding.exchange - dropped) : last };
}

/** The target names the members of its bodies, and its headers. */
function hidePlace(at: NonNullable<FindingReport["at"]>, hide: Redact): NonNullable<FindingReport["at"]> {
  if (at.in === "header") return { ...at, name: hide(at.name) };
  return at.in === "body" ? { ...at, pointer: hide(at.pointer) } : at;
}

/** An exchange as it stands in a report, its credential by name, its response's body cut at a number of bytes. */
function recordExchange(
  { case: request, outcome, ...facts }: Exchange,
  most: number,
  { baseUrl, hide, hideSent }: RecordOptions,
): LoggedExchange {
  const sent = request.body && recordBody(bodyBytes(request.body), Number.POSITIVE_INFINITY);
  return {
    operation: request.operation,
    label: hideSent(request.label),
    credential: describeCredential(request.credential),
    request: {
      method: request.method,
      url: hideSent(baseUrl + request.path),
      headers: request.headers.map(([name, value]) => [hideSent(name), hideSent(value)] as const),
      ...(sent === undefined ? {} : { body: hideIn(sent, hideSent) }),
    },
    trace: facts.trace,
    sentAt: Math.round(facts.sentAt),
    duration: Math.round(facts.duration * 100) / 100,
    retries: facts.retries,
    ...(outcome.kind === "response"
      ? {
          response: {
            status: outcome.status,
            headers: cutHeaders(outcome.headers).map(([name, value]) => [hide(name), hide(value)] as const),
            body: recordResponseBody(outcome, most, hide),
          },
        }
      : { transportError: { cause: outcome.cause, detail: hide(outcome.detail.slice(0, 1000)) } }),
  };
}

/** Characters in which the beginning of a form of the key may stand at the end of a text that is cut, too short to be found. */
const unsureAtCut = 100;

/** The body of a response, the key hidden. Of one that was cut, the end goes, too. */
function recordResponseBody({ body, bytes }: Response, most: number, hide: Redact): BodyReport {
  const isCut = bytes !== undefined || body.length > most;
  const hideCut = (text: string): string => hide(text).slice(0, -unsureAtCut);
  const hidden = hideIn(recordBody(body, most), isCut ? hideCut : hide);
  return bytes === undefined ? hidden : { ...hidden, bytes, cut: true };
}

function hideIn(body: BodyReport, hide: Redact): BodyReport {
  if ("text" in body) return { ...body, text: hide(body.text) };
  const bytes = Buffer.from(body.base64, "base64").toString("latin1");
  return { ...body, base64: Buffer.from(hide(bytes), "latin1").toString("base64") };
}

/** Does it begin like gzip or zlib content? Source: RFC 1952, section 2.3.1; RFC 1950, section 2.2. */
function isCompressed([first = 0, second = 0]: Uint8Array): boolean {
  return (first === 0x1f && second === 0x8b) || ((first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0);
}

function cutHeaders(headers: Response["headers"]): Response["headers"] {
  let room = mostOfHeaders;
  return headers
    .map(([name, value]) => [name.slice(0, mostOfHeader), value.slice(0, mostOfHeader)] as const)
    .filter(([name, value]) => {
      room -= name.length + value.length;
      return room >= 0;
    });
}

function recordBody(body: Uint8Array, most: number): BodyReport {
  const bytes = body.length;
  const kept = Buffer.from(body.subarray(0, most));
  if (bytes > most) return { text: kept.toString("utf8"), bytes, cut: true };
  if (isUtf8(kept)) return { text: kept.toString("utf8"), bytes };
  // In what is compressed, the key could not be found.
  return isCompressed(kept) ? { base64: "", bytes, cut: true } : { base64: kept.toString("base64"), bytes };
}
