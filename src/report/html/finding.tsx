import type { VNode } from "preact";
import type { FindingReport } from "../../run/index.js";
import { describeConfirmation, describeOthers } from "../finding-text.js";
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
export function finding(found: FindingReport, among: number, replay: string | undefined): VNode {
  const { number, expected, actual, check, happensOnce, at, exchanges, shownBy } = found;
  const shown = exchanges[shownBy];
  const others = describeOthers(found);
  return (
    <article class="finding" id={`finding-${number}`} aria-label={`Finding ${number}`}>
      <dl class="claim">
        <div>
          <dt>Expected</dt>
          <dd>{foreign(expected)}</dd>
        </div>
        <div>
          <dt>Got</dt>
          <dd class="got">{foreign(actual)}</dd>
        </div>
      </dl>
      {exchanges.length > 1 && sequence(found)}
      {shown !== undefined && (
        <>
          <p class="shown">{exchangeLine(shown, at)}</p>
          {exchangePanes(shown, { at, most: Math.min(mostOfBody, Math.floor(room / among)) })}
        </>
      )}
      {facts([
        ...(others === undefined ? [] : [["Besides", `it ${others}`] as const]),
        ["Seen", describeConfirmation(found)],
        ...(happensOnce === undefined ? [] : [["Note", happensOnce] as const]),
        ["Check", check],
      ])}
      {shown !== undefined && command("curl", shown.curl)}
      {replay !== undefined && command("Replay", replay)}
    </article>
  );
}

/** Whole or not at all: half a command line waits for its other quote. */
function command(name: string, text: string): VNode {
  const { shown, isCut } = clip(text, mostOfCommand);
  return (
    <div class="again">
      <span class="soft">{name}</span>{" "}
      {isCut ? (
        "too long to show; it is in report.json"
      ) : (
        <code class="command" dir="ltr">
          {shown}
        </code>
      )}
    </div>
  );
}

/** The exchanges that led to a finding: each request, and the status that came back. */
function sequence({ exchanges, shownBy, at }: FindingReport): VNode {
  const first = Math.min(Math.max(0, exchanges.length - mostSteps), shownBy);
  const steps = exchanges.slice(first, first + mostSteps);
  return (
    <div class="sequence">
      The sequence: {exchanges.length} exchanges
      {steps.length < exchanges.length && `, of which ${steps.length} are shown here and all in report.json`}
      <ol start={first + 1}>
        {steps.map((exchange, index) => {
          const isShown = first + index === shownBy;
          return (
            <li key={exchange.trace}>
              {isShown ? exchangeLine(exchange, at) : foldedExchange(exchange, { most: mostOfStep })}
              {isShown && <strong> shows it</strong>}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
