import { type FindingReport, groupBy, type Report, type RequirementReport } from "../../run/index.js";
import { renderReplay } from "../commands.js";
import { describeConfirmation, describeOthers } from "../finding-text.js";
import { html, type Markup } from "../markup.js";
import { findingsOf, inOrderOfFindings, ownFindingsOf } from "../requirement-facts.js";
import { exchangeLine, exchangePanes, foldedExchange } from "./exchange.js";
import { facts, type Part } from "./part.js";
import { clip, foreign } from "./text.js";
import {
  appearances,
  badge,
  findingsId,
  rowId,
  type ShownVerdict,
  shownVerdict,
  waiverNote,
} from "./verdict.js";

/** Findings of a requirement that are shown; the others are in report.json. */
const mostFindings = 8;
/** Characters of HTML: of one body, of the bodies of all findings together, of those of a step, and of a command line. */
const mostOfBody = 12_000;
const room = 200_000;
const mostOfStep = 250;
const mostOfCommand = 3000;
/** Exchanges of a sequence that are shown, the last ones. */
const mostSteps = 8;

type Group = Pick<Part, "id" | "title" | "lead">;

/** The groups of requirements by their verdict, in the order in which to read them. */
const groups: Readonly<Partial<Record<ShownVerdict, Group>>> = {
  failed: {
    id: "broken",
    title: "Broken requirements",
    lead: "A cause comes before what follows from it. Each finding has the smallest request that shows it.",
  },
  inconclusive: {
    id: "undecided",
    title: "Could not be decided",
    lead: "The run saw too little to say that the requirement is kept, or that it is broken.",
  },
  warned: {
    id: "warnings",
    title: "Warnings",
    lead: "They do not decide whether the server conforms: most are advice of the HTTP standards that the interface rests on.",
  },
  waived: {
    id: "waived",
    title: "Broken, and waived",
    lead: "Known failures that the configuration accepts for a time.",
  },
};
const spareWaivers: Group = {
  id: "waivers",
  title: "Waivers that match no failure",
  lead: "This run did not see the failures that they accept.",
};

/** The group in which a requirement is shown with its findings, if there is more to show than a row. */
export function groupOf(requirement: RequirementReport): Group | undefined {
  const verdict = requirement.level === "informative" ? "not applicable" : shownVerdict(requirement);
  return groups[verdict] ?? (requirement.waiver && spareWaivers);
}

/** The requirements of each group, with what contradicts them. */
export function findingGroups(report: Report, reportPath: string | undefined): readonly Part[] {
  const members = groupBy(report.requirements, groupOf);
  return [...Object.values(groups), spareWaivers].flatMap((group) => {
    const own = inOrderOfFindings(members.get(group) ?? [], report);
    const content = own.map((each) => requirementFindings(each, report, reportPath));
    return own.length === 0 ? [] : [{ ...group, count: own.length, content }];
  });
}

/** A requirement and what contradicts it. */
function requirementFindings(requirement: RequirementReport, report: Report, reportPath?: string): Markup {
  const { id, level, section, sentence, reason, waiver } = requirement;
  const verdict = shownVerdict(requirement);
  const place = findingsId(id);
  const all = ownFindingsOf(requirement, report);
  const elsewhere = findingsOf(requirement, report)
    .filter((each) => !all.includes(each))
    .map(
      ({ number, requirement: other }) =>
        html`<p><a href="#finding-${number}">Finding ${number}</a>, shown at ${other}, breaks it, too.</p>`,
    );
  const left = all.length - mostFindings;
  const shown = all
    .slice(0, mostFindings)
    .map((each) =>
      finding(each, report.findings.length, renderReplay({ reportPath, target: report.target }, each.number)),
    );
  return html`
    <article class="card requirement ${appearances[verdict].tone}" id="${place}" aria-labelledby="${place}-title">
      <p class="soft">${badge(verdict)} <a href="#${rowId(id)}">${id}</a> · ${level} · ${foreign(section)}</p>
      <h3 id="${place}-title">${foreign(sentence)}</h3>
      ${reason !== undefined && html`<p class="soft">${foreign(reason)}</p>`}
      ${waiver && waiverNote(waiver)}
      ${elsewhere}
      ${shown}
      ${left > 0 && html`<p class="soft">and ${left} more findings, in report.json</p>`}
    </article>`;
}

/**
 * One finding: expected and got, the exchange that shows it, and how to see it again.
 * @param among how many findings there are
 * @param replay the command line that sends it again, if there is one
 */
function finding(found: FindingReport, among: number, replay: string | undefined): Markup {
  const { number, expected, actual, check, happensOnce, at, exchanges, shownBy } = found;
  const shown = exchanges[shownBy];
  const others = describeOthers(found);
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
        ["Besides", others && `it ${others}`],
        ["Seen", describeConfirmation(found)],
        ["Note", happensOnce],
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
