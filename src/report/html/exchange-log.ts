import type { Report } from "../../run/index.js";
import { html } from "../markup.js";
import { foldedExchange } from "./exchange.js";
import type { Part } from "./part.js";
import { group } from "./text.js";
import { findingsId } from "./verdict.js";

/** Characters of HTML of all headers and bodies, and of one of them. */
const room = 600_000;
const mostOfOne = 1500;

/** Every exchange that was kept, and the finding that it shows. */
export function exchangeLog({ exchanges: { all, entries }, findings }: Report): Part | undefined {
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
    const link = finding && html`<a href="#${findingsId(finding.requirement)}">finding ${finding.number}</a>`;
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
