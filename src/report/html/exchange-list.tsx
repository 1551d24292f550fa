import type { VNode } from "preact";
import type { Report } from "../../run/index.js";
import { groupBy } from "../group-by.js";
import { type Exchange, headerLines, Outcome, RequestLine } from "./exchange.js";
import { Section } from "./section.js";
import { clip, Foreign, visible } from "./visible.js";
import { bytes, count, duration, group } from "./wording.js";

/** Characters of HTML of all that was sent and came back. */
const room = 650_000;
const mostOfOne = 2500;

/** Every exchange of the log, by operation. */
export function ExchangeList({ report }: { readonly report: Report }): VNode | null {
  const { all, entries } = report.exchanges;
  if (entries.length === 0) return null;
  const kept =
    entries.length === all
      ? `All ${group(all)} are here`
      : `${group(entries.length)} of ${group(all)} are kept: the first ones, and then the first of every sort of case and answer`;
  const most = Math.min(mostOfOne, Math.floor(room / entries.length / 2));
  const numbered = entries.map((exchange, index) => ({ exchange, number: index + 1 }));
  return (
    <Section
      id="exchanges"
      title="Every exchange"
      count={entries.length}
      lead={`${kept}, numbered in the order in which they ended. Long bodies are cut.`}
      isFolded
    >
      {[...groupBy(numbered, ({ exchange }) => exchange.operation)].map(([operation, own]) => (
        <details class="box" key={operation}>
          <summary>
            <b>
              <Foreign text={operation} most={60} />
            </b>{" "}
            <span class="aside">{count(own.length, "exchange")}</span>
          </summary>
          <ol class="log">
            {own.map(({ exchange, number }) => (
              <li key={number}>
                <Entry exchange={exchange} number={number} most={most} />
              </li>
            ))}
          </ol>
        </details>
      ))}
    </Section>
  );
}

function Entry({
  exchange,
  number,
  most,
}: {
  readonly exchange: Exchange;
  readonly number: number;
  readonly most: number;
}): VNode {
  const { label, credential, request, response, noAnswer } = exchange;
  const sent = tell(request.headers, request.body, most);
  const received =
    response === undefined ? visible(noAnswer?.detail ?? "") : tell(response.headers, response.body, most);
  const facts = [
    ...(credential === label ? [] : [credential]),
    `sent at ${duration(exchange.sentAt)}`,
    ...(exchange.retries > 0 ? [`retried ${exchange.retries} times`] : []),
    `trace ${exchange.trace}`,
  ];
  return (
    <details>
      <summary>
        <span class="no">{number}</span> <RequestLine exchange={exchange} most={90} />{" "}
        <span class="arrow">→</span> <Outcome exchange={exchange} />{" "}
        <span class="what">
          <Foreign text={label} most={60} />
        </span>{" "}
        <span class="took">{duration(exchange.duration)}</span>
      </summary>
      <p class="note">
        <Foreign text={facts.join(" · ")} most={200} />
      </p>
      {sent === "" ? "" : <Half text={`sent\n${sent}`} most={most} />}
      <Half text={`received\n${received}`} most={most} />
    </details>
  );
}

function Half({ text, most }: { readonly text: string; readonly most: number }): VNode {
  const shown = clip(text, most);
  return (
    <pre class="body">
      {shown.text}
      {shown.isCut ? "…" : ""}
    </pre>
  );
}

/** Headers and body, nearly as they were on the wire. */
function tell(
  headers: Exchange["request"]["headers"],
  body: Exchange["request"]["body"],
  most: number,
): string {
  const head = headerLines(headers, most);
  if (body === undefined || body.bytes === 0) return head;
  const text =
    "text" in body ? visible(body.text.slice(0, most), "block") : `(base64) ${body.base64.slice(0, most)}`;
  const cut = body.cut === true ? `\n(the first part of ${bytes(body.bytes)})` : "";
  return [head, "", `${text}${cut}`].join("\n");
}
