import type { VNode } from "preact";
import type { Report } from "../../run/index.js";
import { BodyView, RawText } from "./body-view.js";
import type { Offence } from "./offence.js";
import { Foreign, visible } from "./visible.js";
import { duration } from "./wording.js";

/** One request and what came back, with or without its command line. */
export type Exchange = Report["exchanges"]["entries"][number];

type Header = readonly [name: string, value: string];

/** Method and path of a request. */
export function RequestLine({
  exchange: { request },
  most = 300,
}: {
  readonly exchange: Exchange;
  readonly most?: number;
}): VNode {
  return (
    <code class="line">
      <b>{request.method}</b> <Foreign text={pathOf(request.url)} most={most} />
    </code>
  );
}

/** The status of an answer, or why there was none. */
export function Outcome({ exchange: { response, noAnswer } }: { readonly exchange: Exchange }): VNode {
  if (response === undefined)
    return (
      <span class="status none">{`no answer: ${visible(noAnswer?.cause ?? "unknown").slice(0, 40)}`}</span>
    );
  return <span class={`status of${Math.floor(response.status / 100)}`}>{response.status}</span>;
}

/** Request and response next to each other, with their headers folded. */
export function ExchangeView({
  exchange,
  offence,
  most,
}: {
  readonly exchange: Exchange;
  readonly offence?: Offence;
  readonly most: number;
}): VNode {
  const { request, response, noAnswer, credential, label } = exchange;
  return (
    <div class={request.body === undefined ? "exchange bodiless" : "exchange"}>
      <div class="pane">
        <p class="pane-title">Request</p>
        <p class="head">
          <RequestLine exchange={exchange} most={500} />
        </p>
        <p class="note">
          <Foreign text={label} most={200} />
          {label === credential ? (
            ""
          ) : (
            <>
              {" "}
              · with <Foreign text={credential} most={100} />
            </>
          )}
        </p>
        <Headers headers={request.headers} most={most} />
        {request.body === undefined ? "" : <BodyView body={request.body} most={most} />}
      </div>
      <div class="pane">
        <p class="pane-title">Response</p>
        <p class="head">
          {offence?.isStatus || response === undefined ? (
            <mark>
              <Outcome exchange={exchange} />
            </mark>
          ) : (
            <Outcome exchange={exchange} />
          )}
          <span class="took">
            {" "}
            after {duration(exchange.duration)}
            {exchange.retries > 0 ? `, retried ${exchange.retries} times` : ""}
          </span>
        </p>
        {response === undefined ? (
          <p class="note">
            <Foreign text={noAnswer?.detail ?? ""} />
          </p>
        ) : (
          <>
            <MarkedHeader headers={response.headers} offence={offence} />
            <Headers headers={response.headers} most={most} />
            <BodyView body={response.body} offence={offence} most={most} />
          </>
        )}
      </div>
    </div>
  );
}

function MarkedHeader({
  headers,
  offence,
}: {
  readonly headers: readonly Header[];
  readonly offence: Offence | undefined;
}): VNode | null {
  const header = offence?.header;
  if (header === undefined) return null;
  const lines = headers.filter(([name]) => name.toLowerCase() === header.name);
  return (
    <p class="note">
      <mark>
        {lines.length === 0 ? (
          <span class="absent">no {header.name} header</span>
        ) : (
          <code>
            <Foreign text={lines.map((line) => line.join(": ")).join("\n")} />
          </code>
        )}
      </mark>
    </p>
  );
}

function Headers({
  headers,
  most,
}: {
  readonly headers: readonly Header[];
  readonly most: number;
}): VNode | null {
  if (headers.length === 0) return null;
  return (
    <details class="headers">
      <summary>{headers.length === 1 ? "1 header" : `${headers.length} headers`}</summary>
      <RawText text={headerLines(headers, 2000)} most={Math.min(most, 2000)} />
    </details>
  );
}

/** Header lines to read, as many as are needed to fill so much room. */
export function headerLines(headers: readonly Header[], room: number): string {
  const lines: string[] = [];
  let length = 0;
  for (const [name, value] of headers) {
    if (length > room) break;
    const line = visible(`${name}: ${value.slice(0, 500)}`);
    length += line.length;
    lines.push(line);
  }
  return lines.join("\n");
}

/** Path and query of an address. */
export function pathOf(url: string): string {
  return /^[a-z]+:\/\/[^/?]*(.+)$/s.exec(url)?.[1] ?? url;
}
