import type { VNode } from "preact";
import type { FindingReport } from "../../run/index.js";
import { tellConfirmation } from "../finding-text.js";
import { ExchangeView } from "./exchange.js";
import { Steps } from "./steps.js";
import { clip, Foreign, visible } from "./visible.js";

/** Characters of HTML of a body that shows a finding. */
const mostOfBody = 12_000;
/** Of all of them together. */
const room = 240_000;
const mostOfCurl = 3000;

/** One finding: expected and got, the exchange that shows it, and how to see it again. */
export function Finding({
  finding,
  among,
  replay,
}: {
  readonly finding: FindingReport;
  /** How many findings there are. */
  readonly among: number;
  /** The command line that sends it again, if there is one. */
  readonly replay: string | undefined;
}): VNode {
  const most = Math.min(mostOfBody, Math.floor(room / among));
  const shown = finding.exchanges[finding.shownBy];
  return (
    <article class="finding" id={`finding-${finding.number}`} aria-label={`Finding ${finding.number}`}>
      <dl class="claim">
        <div>
          <dt>Expected</dt>
          <dd>
            <Foreign text={finding.expected} />
          </dd>
        </div>
        <div class="got">
          <dt>Got</dt>
          <dd>
            <Foreign text={finding.actual} />
          </dd>
        </div>
      </dl>
      <Steps finding={finding} />
      {shown === undefined ? "" : <ExchangeView exchange={shown} at={finding.at} most={most} />}
      <dl class="again">
        <Fact name="Seen" text={tellConfirmation(finding)} />
        {finding.happensOnce === undefined ? "" : <Fact name="Note" text={finding.happensOnce} />}
        <Fact name="Check" text={finding.check} />
        {shown === undefined || shown.trace === "" ? "" : <Fact name="Trace" text={shown.trace} />}
        {shown === undefined ? "" : <CommandLine name="curl" text={shown.curl} />}
        {replay === undefined ? "" : <CommandLine name="Replay" text={replay} />}
      </dl>
    </article>
  );
}

function Fact({ name, text }: { readonly name: string; readonly text: string }): VNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Foreign text={text} />
      </dd>
    </>
  );
}

/** Whole or not at all: half a command line waits for its other quote. */
function CommandLine({ name, text }: { readonly name: string; readonly text: string }): VNode {
  const shown = clip(visible(text.slice(0, mostOfCurl)), mostOfCurl);
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {shown.isCut || text.length > mostOfCurl ? (
          "too long to show; it is in report.json"
        ) : (
          <code class="command" dir="ltr">
            {shown.text}
          </code>
        )}
      </dd>
    </>
  );
}
