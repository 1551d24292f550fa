import type { FindingReport, Report } from "../../run/index.js";
import { renderReplay } from "../commands.js";
import { describeConfirmation, describeOthers } from "../finding-text.js";
import { html, type Markup } from "../markup.js";
import { contrast, findingsOf } from "../requirement-facts.js";
import { visible } from "../safe-text.js";
import type { Entry, EntryGroup } from "./entries.js";
import { exchangeLine, exchangePanes, foldedExchange } from "./exchange.js";
import { facts, type Part } from "./part.js";
import { clip, foreign } from "./text.js";
import { appearances, badge, rowId, shownVerdict, waiverNote } from "./verdict.js";

/** Characters of HTML: of one body, of the bodies of all findings together, of those of a step, and of a command line. */
const mostOfBody = 12_000;
const room = 200_000;
const mostOfStep = 250;
const mostOfCommand = 3000;
/** Exchanges of a sequence that are shown, the last ones. */
const mostSteps = 8;
/** Lines of the list at the top of the page; the others unfold. */
const mostLines = 20;

/** Lists all entries on a line each, with a link to each. */
export function findingList(groups: readonly EntryGroup[]): Markup | undefined {
  const lines = groups.flatMap(({ entries }) => entries.map(line));
  if (lines.length === 0) return undefined;
  const rest = lines.slice(mostLines);
  const more = html`<details><summary>and ${rest.length} more</summary><ol>${rest}</ol></details>`;
  return html`
    <section class="wide" aria-label="List of findings">
      <div class="card lines"><ol>${lines.slice(0, mostLines)}</ol>${rest.length > 0 && more}</div>
    </section>`;
}

function line({ requirement, finding, place }: Entry): Markup {
  const { id, sentence, reason } = requirement;
  const verdict = shownVerdict(requirement);
  const { sign, tone } = appearances[verdict];
  const got = finding ? `got ${finding.actual}` : (reason ?? "");
  return html`
    <li>
      <a class="${tone}" href="#${place}">
        <span class="number">${finding?.number}</span>
        <span class="got"><span aria-hidden="true">${sign}</span><span class="hidden">${verdict}</span></span>
        <b>${foreign(id, 100)}</b>
        <span>${foreign(sentence, 200)}</span>
        <span class="got">${foreign(got, 200)}</span>
      </a>
    </li>`;
}

/** The parts that show each entry; the first one is open. */
export function findingParts(
  groups: readonly EntryGroup[],
  report: Report,
  reportPath: string | undefined,
): readonly Part[] {
  const first = groups[0]?.entries[0];
  return groups.map(({ entries, ...group }) => ({
    ...group,
    count: entries.length,
    content: entries.map((each) => renderEntry(each, each === first, report, reportPath)),
  }));
}

/** A link to the content of a closed element opens it, without a script too: so the content has the id. */
function renderEntry(entry: Entry, isOpen: boolean, report: Report, reportPath?: string): Markup {
  const { requirement, finding, place, left } = entry;
  const { id, level, section, sentence, reason, waiver } = requirement;
  const verdict = shownVerdict(requirement);
  const elsewhere = finding
    ? []
    : findingsOf(requirement, report).map(
        (each) =>
          html`<p>Finding ${each.number}, shown at ${foreign(each.requirement, 100)}, breaks it, too: ${foreign(contrast(each))}</p>`,
      );
  const replay = finding && renderReplay({ reportPath, target: report.target }, finding.number);
  return html`
    <details class="card entry ${appearances[verdict].tone}"${isOpen && " open"} data-verdict="${verdict}" data-section="${visible(section)}">
      <summary>
        <span class="number">${finding?.number}</span>${badge(verdict)}
        <h3><b>${foreign(id, 100)}</b> ${foreign(sentence)}</h3>
      </summary>
      <article class="${finding && "finding"}" id="${place}" aria-label="${finding ? `Finding ${finding.number}` : id}">
        <p class="soft">${level} · ${foreign(section)} · <a href="#${rowId(id)}">checks of ${foreign(id, 100)}</a></p>
        ${reason !== undefined && html`<p class="soft">${foreign(reason)}</p>`}
        ${waiver && waiverNote(waiver)}
        ${elsewhere}
        ${finding && renderFinding(finding, report.findings.length, replay)}
        ${left > 0 && html`<p class="soft">and ${left} more findings of this requirement, in report.json</p>`}
      </article>
    </details>`;
}

/**
 * One finding: expected and got, the exchange that shows it, and how to see it again.
 * @param among how many findings there are
 * @param replay the command line that sends it again, if there is one
 */
function renderFinding(found: FindingReport, among: number, replay: string | undefined): Markup {
  const { expected, actual, check, happensOnce, likelyCause, at, exchanges, shownBy, problems } = found;
  const shown = exchanges[shownBy];
  const view = { at, most: Math.min(mostOfBody, Math.floor(room / among)) };
  return html`
    <dl class="claim">
      <div><dt>Expected</dt><dd>${foreign(expected)}</dd></div>
      <div><dt>Got</dt><dd class="got">${foreign(actual)}</dd></div>
    </dl>
    ${likelyCause !== undefined && facts([["Likely cause", likelyCause]])}
    ${exchanges.length > 1 && sequence(found)}
    ${shown && html`<p class="shown">${exchangeLine(shown, at)}</p>${exchangePanes(shown, view)}`}
    ${facts([
      ["Also", describeOthers(found)],
      ["Seen", describeConfirmation(found)],
      ["Note", happensOnce],
      ["Check", check],
    ])}
    ${problems !== undefined && furtherProblems(problems)}
    ${shown && command("curl", shown.curl)}
    ${replay !== undefined && command("Replay", replay)}`;
}

/** All other problems of the same cause, folded. */
function furtherProblems(problems: NonNullable<FindingReport["problems"]>): Markup {
  const items = problems.map(
    ({ requirement, problem }) => html`<li>${foreign(requirement, 100)}: ${foreign(problem, 200)}</li>`,
  );
  return html`
    <details><summary>${items.length} further ${items.length === 1 ? "problem" : "problems"} of the same cause</summary>
    <ul>${items}</ul></details>`;
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
