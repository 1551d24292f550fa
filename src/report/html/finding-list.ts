import { groupBy } from "../../description/index.js";
import type { FindingReport, Report, RequirementReport } from "../../engine/index.js";
import { describeConfirmation, describeOthers } from "../finding-text.js";
import { html, type Markup } from "../markup.js";
import { renderReplay } from "../next-steps.js";
import { contrast, findingsOf, inOrderOfFindings, ownFindingsOf } from "../requirement-facts.js";
import { visible } from "../safe-text.js";
import { exchangeLine, exchangePanes, foldedExchange } from "./exchange-panes.js";
import { clip, facts, foreign, type PagePart } from "./part.js";
import { appearances, badge, rowId, type ShownVerdict, shownVerdict, waiverNote } from "./verdict-badge.js";

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
): readonly PagePart[] {
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

/** Findings of a requirement that are shown; the others are in report.json. */
const mostFindings = 8;

/** An entry that calls for attention: a finding, or a requirement that has none to show. */
export interface Entry {
  readonly requirement: RequirementReport;
  readonly finding: FindingReport | undefined;
  /** The id of its element in the page. */
  readonly place: string;
  /** How many findings of the requirement are left out after this one. */
  readonly left: number;
}

/** Entries with the same verdict, as one part of the page. */
export interface EntryGroup extends Pick<PagePart, "id" | "title" | "lead"> {
  readonly entries: readonly Entry[];
}

type Group = Omit<EntryGroup, "entries">;

/** The groups by verdict, in the order in which to read them. */
const groups: Readonly<Partial<Record<ShownVerdict, Group>>> = {
  failed: {
    id: "broken",
    title: "Findings",
    lead: "A cause comes before what follows from it. Each finding has the smallest request that shows it.",
  },
  inconclusive: {
    id: "undecided",
    title: "Could not be decided",
    lead: "The evidence is not enough to say that the requirement is kept, or that it is broken.",
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
  lead: "This run saw no failure that they accept.",
};

function groupOf(requirement: RequirementReport): Group | undefined {
  const verdict = requirement.level === "informative" ? "not applicable" : shownVerdict(requirement);
  return groups[verdict] ?? (requirement.waiver && spareWaivers);
}

/** Returns what calls for attention, in groups by verdict. */
export function entryGroups(report: Report): readonly EntryGroup[] {
  const members = groupBy(report.requirements, groupOf);
  const groupsOfIds = new Map(report.requirements.map((each) => [each.id, groupOf(each)]));
  return [...Object.values(groups), spareWaivers].flatMap((group) => {
    const own = inOrderOfFindings(members.get(group) ?? [], report);
    const shown = new Set(
      own.flatMap((each) => entriesOf(each, report).map(({ finding }) => finding?.number)),
    );
    const entries = own.flatMap((each) => {
      // A finding that breaks several requirements is shown once, with the first.
      const isShownElsewhere = findingsOf(each, report).some(
        ({ requirement, number }) =>
          requirement !== each.id && groupsOfIds.get(requirement) === group && shown.has(number),
      );
      const found = entriesOf(each, report);
      return found.some(({ finding }) => finding) || !isShownElsewhere ? found : [];
    });
    return entries.length === 0 ? [] : [{ ...group, entries: entries.toSorted(inOrder) }];
  });
}

function entriesOf(requirement: RequirementReport, report: Report): readonly Entry[] {
  const all = ownFindingsOf(requirement, report);
  if (all.length === 0)
    return [{ requirement, finding: undefined, place: `findings-${requirement.id}`, left: 0 }];
  const shown = all.slice(0, mostFindings);
  return shown.map((finding, index) => ({
    requirement,
    finding,
    place: `finding-${finding.number}`,
    left: index === shown.length - 1 ? all.length - shown.length : 0,
  }));
}

function inOrder({ finding: left }: Entry, { finding: right }: Entry): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (left?.number ?? last) - (right?.number ?? last);
}

/** Returns where each requirement that has an entry is shown, and each finding, by its id or number. */
export function placesOf(all: readonly EntryGroup[]): ReadonlyMap<string | number, string> {
  const entries = all.flatMap((group) => group.entries);
  const others = entries.flatMap(({ finding, place }) =>
    (finding?.requirements ?? []).map((id) => [id, place] as const),
  );
  const own = entries.map(({ requirement, place }) => [requirement.id, place] as const);
  const numbers = entries.flatMap(({ finding, place }) =>
    finding ? [[finding.number, place] as const] : [],
  );
  // The first of several counts.
  return new Map<string | number, string>([...others.toReversed(), ...own.toReversed(), ...numbers]);
}
