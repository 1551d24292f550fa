import type { BodyReport, LoggedExchange, Report } from "../engine/index.js";
import { renderInstant, renderJsonText } from "./safe-text.js";

/**
 * The exchanges of a run as an HTTP Archive 1.2, which the network panel of a browser's developer tools opens.
 * Credentials stand in it by name. Members that begin with `_` hold what the format has no place for.
 */
export function renderHar({ tool, exchanges, statistics, run }: Report): string {
  const kindOf = ({ operation, label }: LoggedExchange): string | undefined => {
    const kinds = statistics.coverage.filter((each) => each.operation === operation && each.label === label);
    // Where cases of several kinds bear the same label, the report does not say which it was.
    return kinds.every(({ kind }) => kind === kinds[0]?.kind) ? kinds[0]?.kind : undefined;
  };
  return renderJsonText({
    log: {
      version: "1.2",
      creator: { name: tool.name, version: tool.version },
      comment: `${exchanges.entries.length} of ${exchanges.all} exchanges were kept. The API key is not in it: credentials are given by name, in square brackets.`,
      pages: [],
      entries: exchanges.entries.map((each) => entryOf(each, Date.parse(run.startedAt), kindOf(each))),
    },
  });
}

function entryOf(exchange: LoggedExchange, start: number, kind: string | undefined): object {
  const { operation, label, credential, request, trace, duration, retries } = exchange;
  const headers = request.headers.map(([name, value]) => ({ name, value }));
  const authorization = { name: "Authorization", value: `[${credential}]` };
  return {
    startedDateTime: renderInstant(start + exchange.sentAt),
    time: duration,
    request: {
      method: request.method,
      url: asUri(request.url),
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: credential === "no credential" ? headers : [authorization, ...headers],
      queryString: queryOf(request.url),
      headersSize: -1,
      bodySize: request.body?.bytes ?? 0,
      postData: request.body && postDataOf(request.body, request.headers),
    },
    response: responseOf(exchange),
    cache: {},
    // The time of a connection and that of the server are one figure.
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: duration, receive: 0 },
    comment: label,
    _operation: operation,
    _label: label,
    _kind: kind,
    _credential: credential,
    _trace: trace,
    _retries: retries,
  };
}

function responseOf({ response, transportError }: LoggedExchange): object {
  const common = { statusText: "", cookies: [], redirectURL: "", headersSize: -1 };
  if (response === undefined) {
    const content = { size: 0, mimeType: "x-unknown" };
    const _error = `${transportError?.cause}: ${transportError?.detail}`;
    return { ...common, status: 0, httpVersion: "", headers: [], content, bodySize: -1, _error };
  }
  const { status, headers, body } = response;
  const text = "text" in body ? { text: body.text } : { text: body.base64, encoding: "base64" };
  return {
    ...common,
    status,
    httpVersion: "HTTP/1.1",
    headers: headers.map(([name, value]) => ({ name, value })),
    content: { size: body.bytes, mimeType: typeOf(headers), ...text, comment: cutComment(body) },
    bodySize: body.bytes,
  };
}

/** The format knows no encoding of what was sent: a member of our own says it. */
function postDataOf(body: BodyReport, headers: LoggedExchange["request"]["headers"]): object {
  const mimeType = typeOf(headers);
  return "text" in body
    ? { mimeType, text: body.text, comment: cutComment(body) }
    : { mimeType, text: body.base64, comment: "base64", _encoding: "base64" };
}

function cutComment({ cut, bytes }: BodyReport): string | undefined {
  return cut && `cut: it had ${bytes} bytes`;
}

function typeOf(headers: LoggedExchange["request"]["headers"]): string {
  return headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "x-unknown";
}

function queryOf(url: string): readonly { readonly name: string; readonly value: string }[] {
  const query = url.includes("?") ? url.slice(url.indexOf("?")) : "";
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}

/** As it was sent, but for what no address may hold: a report may come from anyone. */
function asUri(url: string): string {
  const encoded = url
    .toWellFormed()
    .replaceAll(/[^\w.~:/?#[\]@!$&'()*+,;=%-]|%(?![\da-f]{2})/giu, (each) => encodeURIComponent(each));
  return URL.canParse(encoded) ? encoded : "about:invalid";
}
