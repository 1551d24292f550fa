import type { BodyReport, FindingReport, LoggedExchange, Report } from "../../engine/index.js";
import { html, type Markup } from "../markup.js";
import { present, visible } from "../safe-text.js";
import { clip, count, duration, excerpt, foreign, group, type PagePart } from "./part.js";

/** How an exchange is shown. */
interface View {
  /** The part of the response that a finding is about. */
  readonly at?: FindingReport["at"];
  /** Characters of HTML of the headers, and of a body, on each side; roughly. */
  readonly most: number;
}

const mostOfHeaders = 2000;

/** An exchange in one line: the request, the status that came back, and what it was for. */
export function exchangeLine(
  { request, response, transportError, label }: LoggedExchange,
  at: View["at"],
): Markup {
  const path = /^[a-z]+:\/\/[^/?]*(.+)$/s.exec(request.url)?.[1] ?? request.url;
  // Red says that it contradicts a requirement.
  const isWrong = at?.in === "status" || at?.in === "connection";
  const outcome =
    response?.status ?? `no response: ${visible(transportError?.cause ?? "unknown").slice(0, 40)}`;
  const status = html`<span class="status${isWrong && " bad"}">${isWrong && "✗ "}${outcome}</span>`;
  const sent = html`<code><b>${request.method}</b> ${foreign(path, 200)}</code>`;
  return html`${sent} → ${status} <span class="soft">${foreign(label, 90)}</span>`;
}

/** Renders what was sent and what came back next to each other, the place of a finding marked. */
export function exchangePanes(exchange: LoggedExchange, { at, most }: View): Markup {
  const { request, response, transportError, credential, retries } = exchange;
  const facts = present(
    `with ${credential}`,
    `sent at ${duration(exchange.sentAt)}`,
    `took ${duration(exchange.duration)}`,
    retries > 0 && `retried ${retries} times`,
    `trace ${exchange.trace}`,
  );
  const received = response
    ? [headers(response.headers, { at, most }), body(response.body, { at, most })]
    : html`<p>${foreign(transportError?.detail ?? "")}</p>`;
  return html`
    <p class="soft">${foreign(facts.join(" · "), 200)}</p>
    <div class="exchange">
      <div><p class="soft">Request</p>${headers(request.headers, { most })}${body(request.body, { most })}</div>
      <div><p class="soft">Response</p>${received}</div>
    </div>`;
}

/** The line of an exchange, which unfolds to the rest. */
export function foldedExchange(exchange: LoggedExchange, view: View): Markup {
  const summary = html`<summary>${exchangeLine(exchange, view.at)}</summary>`;
  return html`<details>${summary}${exchangePanes(exchange, view)}</details>`;
}

/** Headers, folded; the one that a finding is about, or that it is missing, comes before them. */
function headers(all: LoggedExchange["request"]["headers"], { at, most }: View): Markup {
  const lines = all.map(([name, value]) => `${name}: ${value.slice(0, 500)}`.replaceAll("\n", "␊"));
  const name = at?.in === "header" ? at.name : undefined;
  const marked = lines.filter((line) => line.toLowerCase().startsWith(`${name}:`)).join("\n");
  const shown = html`<pre>${excerpt(lines.join("\n"), Math.min(most, mostOfHeaders))}</pre>`;
  const summary = html`<summary>${count(all.length, "header")}</summary>`;
  return html`
    ${name !== undefined && html`<mark><code>${foreign(marked || `no ${name} header`)}</code></mark>`}
    ${all.length > 0 && html`<details class="soft">${summary}${shown}</details>`}`;
}

/** A body to be read. JSON is laid out, and the place of a finding is marked in it. */
function body(sent: BodyReport | undefined, { at, most }: View): Markup {
  const isAbout = at?.in === "body";
  if (sent === undefined || sent.bytes === 0)
    return html`<p class="soft">${isAbout ? html`<mark>empty body</mark>` : "no body"}</p>`;
  const text = "text" in sent ? sent.text : sent.base64;
  const isCut = sent.cut === true;
  const json = layOutJson(text, isAbout ? at.pointer : undefined, isCut);
  const notes = present(
    "base64" in sent && `${count(sent.bytes, "byte")} that are no text, as base64`,
    isCut && `cut: the first part of ${count(sent.bytes, "byte")}`,
    json === undefined && clip(text, most, "block").isCut && `cut here; ${text.length} characters`,
  );
  const shown =
    json?.marked === ""
      ? someLines(json.after, 12, 2, most)
      : json && [
          someLines(json.before, 4, 2, most / 3),
          html`<mark>${someLines(json.marked, 12, 1, most / 3)}</mark>`,
          someLines(json.after, 2, 2, most / 3),
        ];
  return html`
    ${scrolled(html`${shown ?? excerpt(text, most)}`)}
    ${at?.in === "connection" && html`<mark>the connection ended here</mark>`}
    ${notes.length > 0 && html`<p class="soft">${notes.join("; ")}</p>`}`;
}

/** A text that scrolls where it is tall, by keyboard too. */
function scrolled(text: Markup): Markup {
  const isTall = text.source.length > 1600 || text.source.split("\n").length > 18;
  return isTall ? html`<pre class="tall" tabindex="0">${text}</pre>` : html`<pre>${text}</pre>`;
}

/** The first and the last lines of a text, and how many there are between them. */
function someLines(text: string, first: number, last: number, most: number): string {
  const lines = text.split("\n");
  const between = lines.length - first - last;
  const left = `  … ${count(between, "more line")}`;
  return excerpt(
    (between < 2 ? lines : [...lines.slice(0, first), left, ...lines.slice(-last)]).join("\n"),
    most,
  );
}

/** Characters of HTML of all headers and bodies, and of one of them. */
const room = 600_000;
const mostOfOne = 1500;

/** Every exchange that was kept, and the finding that it shows. */
export function exchangeLog(
  { exchanges: { all, entries }, findings }: Report,
  places: ReadonlyMap<string | number, string>,
): PagePart | undefined {
  if (entries.length === 0) return undefined;
  const kept =
    entries.length === all
      ? `All ${group(all)} are here`
      : `${group(entries.length)} of ${group(all)} are kept: the first ones, and then the first of every sort of case and response`;
  const byTrace = new Map(findings.toReversed().map((each) => [each.exchanges[each.shownBy]?.trace, each]));
  // A request and a response, each with headers and a body.
  const most = Math.min(mostOfOne, Math.floor(room / entries.length / 4));
  const items = entries.map((each) => {
    const finding = byTrace.get(each.trace);
    const place = finding && places.get(finding.number);
    const link = place !== undefined && html`<a href="#${place}">finding ${finding?.number}</a>`;
    return html`<li>${link}${foldedExchange(each, { at: finding?.at, most })}</li>`;
  });
  return {
    id: "exchanges",
    title: "Every exchange",
    count: entries.length,
    lead: `${kept}, in the order in which they ended. Long bodies are cut; a status is red where a finding shows it.`,
    isFolded: true,
    content: html`<ol>${items}</ol>`,
  };
}

/** JSON laid out to be read, in three parts: the middle one is what a JSON Pointer leads to. */
export interface JsonLayout {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** Characters of what stands on one line. */
const widest = 110;
const deepest = 60;
/** Every character that is no blank is in a token, also in a text that was cut. */
const token = /[[\]{}:,]|"(?:[^"\\]|\\.)*"|"[\s\S]*$|[^\s[\]{}:,"]+/g;

/**
 * Lays out JSON, with every number and string spelled as it was sent. Where the pointer leads to a member that its
 * object lacks, the layout says so in its place.
 * @returns undefined where the text is neither JSON nor the beginning of some, or too deep to be read
 */
export function layOutJson(text: string, pointer?: string, isCut = false): JsonLayout | undefined {
  if (parse(text) === undefined && !(isCut && pointer !== undefined && /^\s*[[{]/.test(text)))
    return undefined;
  const tokens = text.match(token) ?? [];
  const [, parent, missing = ""] = /^(.*)\/(.*)$/s.exec(pointer ?? "") ?? [];
  let next = 0;
  let laidOut = "";
  let isTooDeep = false;
  let marked: readonly [from: number, to: number] = [0, 0];
  const take = (): string => tokens[next++] ?? "";

  const writeMember = (path: string, indent: number, name?: string): void => {
    const from = laidOut.length;
    if (name !== undefined) laidOut += `${name}${take()} `;
    const open = take();
    laidOut += open;
    isTooDeep ||= indent > deepest;
    if ((open === "{" || open === "[") && !isTooDeep) writeContent(open, path, indent);
    if (path === pointer) marked = [from, laidOut.length];
  };

  const writeContent = (open: "{" | "[", path: string, indent: number): void => {
    const close = open === "{" ? "}" : "]";
    const separator = fitsOnLine(tokens, next) ? " " : `\n${"  ".repeat(indent + 1)}`;
    for (let index = 0; !isTooDeep && next < tokens.length && tokens[next] !== close; index += 1) {
      if (index > 0) laidOut += take();
      laidOut += separator;
      const name = open === "{" ? take() : undefined;
      const key = name === undefined ? index : (parse(name) ?? name);
      writeMember(`${path}/${`${key}`.replaceAll("~", "~0").replaceAll("/", "~1")}`, indent + 1, name);
    }
    if (open === "{" && path === parent && marked[1] === 0) {
      const note = `no ${missing.replaceAll("~1", "/").replaceAll("~0", "~")}`;
      laidOut += `${separator}${note}`;
      marked = [laidOut.length - note.length, laidOut.length];
    }
    if (!laidOut.endsWith(open)) laidOut += separator.replace(/ {2}$/, "");
    laidOut += take();
  };

  writeMember("", 0);
  if (isTooDeep || next < tokens.length) return undefined;
  const [from, to] = marked;
  return { before: laidOut.slice(0, from), marked: laidOut.slice(from, to), after: laidOut.slice(to) };
}

/** The value of a text; undefined where it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Does the content of a container have no containers in it, and fit on one line? */
function fitsOnLine(tokens: readonly string[], first: number): boolean {
  let width = 0;
  for (let at = first; width <= widest; at += 1) {
    const token = tokens[at];
    if (token === "]" || token === "}") return true;
    if (token === undefined || token === "[" || token === "{") return false;
    width += token.length + 1;
  }
  return false;
}
