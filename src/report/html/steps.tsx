import type { VNode } from "preact";
import type { FindingReport } from "../../run/index.js";
import { type Exchange, ExchangeView, Outcome, RequestLine } from "./exchange.js";
import { Foreign } from "./visible.js";

/** Steps that are told: the last ones. */
const mostSteps = 16;
/** Steps whose bodies can be unfolded: the last ones before what shows the finding. */
const mostUnfolded = 3;
/** Characters of HTML of one body there. */
const mostOfStep = 500;

/** The sequence that led to a finding: each request, and the status that came back. */
export function Steps({
  finding: { exchanges, shownBy },
}: {
  readonly finding: FindingReport;
}): VNode | null {
  if (exchanges.length < 2) return null;
  const before = Math.min(Math.max(0, exchanges.length - mostSteps), shownBy);
  const told = exchanges.slice(before, before + mostSteps);
  return (
    <details class="steps" open={exchanges.length <= 8}>
      <summary>
        The sequence: {exchanges.length} exchanges
        {told.length < exchanges.length
          ? `, of which ${told.length} are told here and all in report.json`
          : ""}
      </summary>
      <ol style={`counter-reset: step ${before}`}>
        {told.map((exchange, index) => (
          <Step
            key={exchange.trace}
            exchange={exchange}
            isShown={index === shownBy - before}
            isFolded={index !== shownBy - before && Math.abs(index - shownBy + before) <= mostUnfolded}
          />
        ))}
      </ol>
    </details>
  );
}

function Step({
  exchange,
  isShown,
  isFolded,
}: {
  readonly exchange: Exchange;
  readonly isShown: boolean;
  readonly isFolded: boolean;
}): VNode {
  const line = (
    <>
      <RequestLine exchange={exchange} most={110} /> <span class="arrow">→</span>{" "}
      <Outcome exchange={exchange} />{" "}
      {isShown ? (
        <strong>shows it</strong>
      ) : (
        <span class="what">
          <Foreign text={exchange.label} most={60} />
        </span>
      )}
    </>
  );
  return (
    <li class={isShown ? "shown" : undefined}>
      {isFolded ? (
        <details>
          <summary>{line}</summary>
          <ExchangeView exchange={exchange} most={mostOfStep} />
        </details>
      ) : (
        line
      )}
    </li>
  );
}
