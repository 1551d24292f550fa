import type { FindingReport } from "../../run/index.js";
import { describeConfirmation } from "../finding-text.js";
import { html, type Markup } from "../markup.js";
import { exchangeLine, exchangePanes, foldedExchange } from "./exchange.js";
import { facts } from "./part.js";
import { clip, foreign } from "./text.js";

/** Characters of HTML: of one body, of the bodies of all findings together, of those of a step, and of a command line. */
const mostOfBody = 12_000;
const room = 200_000;
const mostOfStep = 250;
const mostOfCommand = 3000;
/** Exchanges of a sequence that are shown, the last ones. */
const mostSteps = 8;

/**
 * One finding: expected and got, the exchange that shows it, and how to see it again.
 * @param among how many findings there are
 * @param replay the command line that sends it again, if there is one
 */
export function finding(found: FindingReport, among: number, replay: string | undefined): Markup {
  const { number, expected, actual, check, happensOnce, at, exchanges, shownBy } = found;
  const shown = exchanges[shownBy];
  const view = { at, most: Math.min(mostOfBody, Math.floor(room / among)) };
  return html`
    <article class="finding" id="finding-${number}" aria-label="Finding ${number}">
      <dl class="claim">
        <div><dt>Expected</dt><dd>${foreign(expected)}</dd></div>
        <div><dt>Got</dt><dd class="got">${foreign(actual)}</dd></div>
      </dl>
      ${exchanges.length > 1 && sequence(found)}
      ${shown && html`<p class="shown">${exchangeLine(shown, at)}</p>${exchangePanes(shown, view)}`}
      ${facts([
        ["Seen", describeConfirmation(found)],
        ...(happensOnce === undefined ? [] : [["Note", happensOnce] as const]),
        ["Check", check],
      ])}
      ${shown && command("curl", shown.curl)}
      ${replay !== undefined && command("Replay", replay)}
    </article>`;
}

/** Whole or not at all: half a command line waits for its other quote. */
function command(name: string, text: string): Markup {
  const { shown, isCut } = clip(text, mostOfCommand);
  const whole = html`<code class="command" dir="ltr">${shown}</code>`;
  const line = isCut ? "too long to show; it is in report.json" : whole;
  return html`<div class="again"><span class="soft">${name}</span> ${line}</div>`;
}

/** The exchanges that led to a finding: each request, and the status that came back. */
function sequence({ exchanges, shownBy, at }: FindingReport): Markup {
  const first = Math.min(Math.max(0, exchanges.length - mostSteps), shownBy);
  const steps = exchanges.slice(first, first + mostSteps);
  const left =
    steps.length < exchanges.length && `, of which ${steps.length} are shown here and all in report.json`;
  const items = steps.map((exchange, index) =>
    first + index === shownBy
      ? html`<li>${exchangeLine(exchange, at)}<strong> shows it</strong></li>`
      : html`<li>${foldedExchange(exchange, { most: mostOfStep })}</li>`,
  );
  return html`
    <div class="sequence">
      The sequence: ${exchanges.length} exchanges${left}
      <ol start="${first + 1}">${items}</ol>
    </div>`;
}
