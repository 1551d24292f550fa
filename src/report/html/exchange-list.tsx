import type { VNode } from "preact";
import type { Report } from "../../run/index.js";
import { type Exchange, headerLines, Outcome, RequestLine } from "./exchange.js";
import { Section } from "./section.js";
import { clip, Foreign, visible } from "./visible.js";
import { bytes, duration, group } from "./wording.js";

/** Characters of HTML of all that was sent and came back. */
const room = 650_000;
const mostOfOne = 2500;

/** Every exchange of the log, folded. Radio buttons choose which are shown: no script is needed. */
export function ExchangeList({ report }: { readonly report: Report }): VNode | null {
  const { all, entries } = report.exchanges;
  if (entries.length === 0) return null;
  const kept =
    entries.length === all
      ? `All ${group(all)} are here`
      : `${group(entries.length)} of ${group(all)} are kept: the first ones, and then the first of every sort of case and answer`;
  const operations = [...new Set(entries.map(({ operation }) => operation))].slice(0, 12);
  const most = Math.min(mostOfOne, Math.floor(room / entries.length / 2));
  return (
    <Section
      id="exchanges"
      title="Every exchange"
      count={entries.length}
      lead={`${kept}, in the order in which they ended. Long bodies are cut.`}
    >
      <div class="log">
        <Choice name="operation" choices={["all operations", ...operations]} />
        <Choice name="answer" choices={["all answers", ...answers]} />
        <ol>
          {entries.map((exchange, index) => (
            <li
              key={exchange.trace}
              class={`operation${operations.indexOf(exchange.operation) + 1} answer${answerOf(exchange)}`}
            >
              <Entry exchange={exchange} number={index + 1} most={most} />
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}

const answers = ["2xx", "4xx", "5xx", "others"];

function answerOf({ response }: Exchange): number {
  const at = answers.indexOf(`${Math.floor((response?.status ?? 0) / 100)}xx`);
  return (at < 0 ? answers.length - 1 : at) + 1;
}

/** The first choice is: all. */
function Choice({ name, choices }: { readonly name: string; readonly choices: readonly string[] }): VNode {
  return (
    <fieldset>
      <legend>Show by {name}</legend>
      {choices.map((choice, index) => (
        <label key={choice}>
          <input type="radio" name={name} id={`${name}${index}`} checked={index === 0} />{" "}
          <Foreign text={choice} most={40} />
        </label>
      ))}
    </fieldset>
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
  const sent = told(request.headers, request.body, most);
  const received =
    response === undefined ? visible(noAnswer?.detail ?? "") : told(response.headers, response.body, most);
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
      {sent === "" ? "" : <Half text={sent} most={most} title="sent" />}
      <Half text={received} most={most} title="received" />
    </details>
  );
}

function Half({
  text,
  most,
  title,
}: {
  readonly text: string;
  readonly most: number;
  readonly title: string;
}): VNode {
  const shown = clip(text, most);
  return (
    <pre class="body">
      <i class="half">
        {title}
        {"\n"}
      </i>
      {shown.text}
      {shown.isCut ? "…" : ""}
    </pre>
  );
}

type Body = NonNullable<Exchange["request"]["body"]>;

/** Heads and body as they were on the wire, or nearly; what does not fit is not worth reading. */
function told(headers: Exchange["request"]["headers"], body: Body | undefined, most: number): string {
  const head = headerLines(headers, most);
  if (body === undefined || body.bytes === 0) return head;
  const text =
    "text" in body ? visible(body.text.slice(0, most), "block") : `(base64) ${body.base64.slice(0, most)}`;
  const cut = body.cut === true ? `\n(the first part of ${bytes(body.bytes)})` : "";
  return [head, "", `${text}${cut}`].join("\n");
}
