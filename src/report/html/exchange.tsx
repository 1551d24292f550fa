import type { ComponentChildren, VNode } from "preact";
import type { Report } from "../../run/index.js";
import { body, type Place } from "./body.js";
import { count, duration } from "./quantity.js";
import { clip, foreign, visible } from "./text.js";

/** One request and what came back, with or without its command line. */
export type Exchange = Report["exchanges"]["entries"][number];

const mostOfHeaders = 2000;

/** An exchange in one line: the request, the status that came back, and what it was for. */
export function exchangeLine({ request, response, transportError, label }: Exchange, at: Place): VNode {
  const path = /^[a-z]+:\/\/[^/?]*(.+)$/s.exec(request.url)?.[1] ?? request.url;
  // Red says that it contradicts a requirement.
  const isWrong = at?.in === "status" || at?.in === "connection";
  const outcome =
    response?.status ?? `no response: ${visible(transportError?.cause ?? "unknown").slice(0, 40)}`;
  return (
    <>
      <code>
        <b>{request.method}</b> {foreign(path, 200)}
      </code>{" "}
      → <span class={isWrong ? "status bad" : "status"}>{isWrong ? `✗ ${outcome}` : outcome}</span>{" "}
      <span class="soft">{foreign(label, 90)}</span>
    </>
  );
}

/**
 * What was sent and what came back next to each other, the place of a finding marked.
 * @param most characters of HTML of the headers, and of a body, on each side
 */
export function exchangePanes(
  { request, response, transportError, credential, ...exchange }: Exchange,
  { at, most }: { readonly at?: Place; readonly most: number },
): VNode {
  const facts = [
    `with ${credential}`,
    `sent at ${duration(exchange.sentAt)}`,
    `took ${duration(exchange.duration)}`,
    ...(exchange.retries === 0 ? [] : [`retried ${exchange.retries} times`]),
    `trace ${exchange.trace}`,
  ];
  return (
    <>
      <p class="soft">{foreign(facts.join(" · "), 200)}</p>
      <div class="exchange">
        <div>
          <p class="soft">Request</p>
          {headers(request.headers, { most })}
          {body(request.body, { most })}
        </div>
        <div>
          <p class="soft">Response</p>
          {response === undefined && <p>{foreign(transportError?.detail ?? "")}</p>}
          {response !== undefined && headers(response.headers, { at, most })}
          {response !== undefined && body(response.body, { at, most })}
        </div>
      </div>
    </>
  );
}

/** The line of an exchange, which unfolds to the rest. */
export function foldedExchange(
  exchange: Exchange,
  place: { readonly at?: Place; readonly most: number },
): VNode {
  return (
    <details>
      <summary>{exchangeLine(exchange, place.at)}</summary>
      {exchangePanes(exchange, place)}
    </details>
  );
}

/** Headers, folded; the one that a finding is about, or that it is missing, comes before them. */
function headers(
  all: Exchange["request"]["headers"],
  { at, most }: { readonly at?: Place; readonly most: number },
): ComponentChildren {
  const lines = all.map(([name, value]) => `${name}: ${value.slice(0, 500)}`.replaceAll("\n", "␊"));
  const name = at?.in === "header" ? at.name : undefined;
  const marked = lines.filter((line) => line.toLowerCase().startsWith(`${name}:`));
  const { shown, isCut } = clip(lines.join("\n"), Math.min(most, mostOfHeaders), "block");
  return (
    <>
      {name !== undefined && (
        <mark>
          <code>{foreign(marked.length === 0 ? `no ${name} header` : marked.join("\n"))}</code>
        </mark>
      )}
      {all.length > 0 && (
        <details class="soft">
          <summary>{count(all.length, "header")}</summary>
          <pre>{isCut ? `${shown}…` : shown}</pre>
        </details>
      )}
    </>
  );
}
