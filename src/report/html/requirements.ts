import { groupBy } from "../../description/index.js";
import type { Report, RequirementReport } from "../../engine/index.js";
import { type Content, html, type Markup } from "../markup.js";
import { visible } from "../safe-text.js";
import { count, foreign, type PagePart, table } from "./part.js";
import { appearances, badge, rowId, type ShownVerdict, shownVerdict, waiverNote } from "./verdict-badge.js";

/** Choices of one requirement that are shown; the others are in report.json. */
const mostChoices = 60;

/** Where requirements are shown that have more to show than a row, by their id. */
type Places = ReadonlyMap<string | number, string>;

/** All requirements at a glance: how many have each verdict, and a tile for each, by section. */
export function glance({ requirements }: Report, places: Places): PagePart {
  const isBinding = ({ level }: RequirementReport): boolean => level === "must" || level === "implied";
  const legend = [
    legendOf("Binding requirements", requirements.filter(isBinding)),
    legendOf(
      "Observations and advice",
      requirements.filter((each) => !isBinding(each)),
    ),
  ];
  const rows = [...groupBy(requirements, ({ section }) => section)].map(
    ([section, own]) => html`
      <div class="row" data-section="${visible(section)}">
        <h3>${visible(section)}</h3><ul>${own.map((each) => tile(each, places))}</ul>
      </div>`,
  );
  const content = html`${legend}<div class="card">${rows}</div>`;
  return { id: "glance", title: "At a glance", content };
}

/** How many requirements of a kind there are, and how many of them have each verdict. */
function legendOf(kind: string, requirements: readonly RequirementReport[]): Markup | undefined {
  if (requirements.length === 0) return undefined;
  const byVerdict = groupBy(requirements, shownVerdict);
  const counts = (Object.keys(appearances) as ShownVerdict[]).map((verdict) => {
    const number = byVerdict.get(verdict)?.length;
    return number !== undefined && html`<li><b>${number}</b> ${badge(verdict)}</li>`;
  });
  return html`<ul class="legend"><li>${kind}: <b>${requirements.length}</b></li>${counts}</ul>`;
}

function tile(requirement: RequirementReport, places: Places): Markup {
  const { id, sentence } = requirement;
  const verdict = shownVerdict(requirement);
  const { sign, tone } = appearances[verdict];
  const place = places.get(id) ?? rowId(id);
  return html`
    <li data-verdict="${verdict}">
      <a class="tile ${tone}" href="#${place}" title="${verdict}: ${visible(sentence)}">
        <span aria-hidden="true">${sign}</span> ${id}<span class="hidden">, ${verdict}</span>
      </a>
    </li>`;
}

/** Returns the part on the requirements that were not tested or did not apply, by the reason. */
export function notTested({ requirements }: Report): PagePart | undefined {
  const open = requirements.filter(({ verdict }) => verdict === "untested" || verdict === "not applicable");
  if (open.length === 0) return undefined;
  const inOrder = open.toSorted((left, right) => Number(isInformative(left)) - Number(isInformative(right)));
  const groups = groupBy(inOrder, (each) => `${each.verdict} ${sharedReason(each)}`);
  const content = [...groups.values()].map(reasonGroup);
  return { id: "untested", title: "Not tested, and why", count: open.length, isFolded: true, content };
}

function isInformative({ level }: RequirementReport): boolean {
  return level === "informative";
}

/** Why: informative requirements have a reason each, shown beside their sentence. */
function sharedReason(requirement: RequirementReport): string {
  return isInformative(requirement)
    ? "no request can test this"
    : (requirement.reason ?? "no reason is known");
}

function reasonGroup(own: readonly RequirementReport[]): Content {
  const [first] = own;
  if (first === undefined) return undefined;
  const items = own.map(({ id, sentence, reason = "" }) => {
    const why = isInformative(first) && html`<span class="soft">${foreign(reason)}</span>`;
    return html`<li><b>${id}</b> ${foreign(sentence)} ${why}</li>`;
  });
  const number = html`<b>${count(own.length, "requirement")}</b>`;
  return html`
    <details class="reason"${own.length <= 8 && !isInformative(first) && " open"}>
      <summary>${badge(first.verdict)} ${number}: ${foreign(sharedReason(first))}</summary>
      <ul>${items}</ul>
    </details>`;
}

/**
 * Every requirement, what the server was seen to choose, and its checks and how their inputs ended.
 * @param inAll how many there are, where not all are shown
 */
export function everyRequirement({ requirements }: Report, inAll: number, places: Places): PagePart {
  const columns = ["Requirement", "Verdict", "Sentence, and what was observed", "Checks and their inputs"];
  const sections = groupBy(requirements, ({ section }) => section);
  return {
    id: "requirements",
    title: "Every requirement",
    ...(inAll > requirements.length
      ? {
          lead: `${requirements.length} are shown here, those that were judged first; all are in report.json.`,
        }
      : {}),
    isFolded: true,
    content: table("Requirements by section, with verdicts and checks", columns, sections, (each) =>
      cellsOf(each, places.get(each.id)),
    ),
  };
}

function cellsOf(requirement: RequirementReport, place: string | undefined): readonly Content[] {
  const { id, level, checks } = requirement;
  const name = place === undefined ? id : html`<a href="#${place}">${id}</a>`;
  return [
    html`<span id="${rowId(id)}" data-verdict="${shownVerdict(requirement)}">${name}<br><span class="soft">${level}</span></span>`,
    badge(shownVerdict(requirement)),
    sentenceOf(requirement),
    checks.map(
      ({ title, inputs }) =>
        html`<p>${foreign(title, 200)} <span class="soft">${renderInputs(inputs)}</span></p>`,
    ),
  ];
}

function sentenceOf({ sentence, reason, waiver, observations, level }: RequirementReport): Markup {
  const choices = level === "open" ? observations : [];
  const left = choices.length - mostChoices;
  const items = choices
    .slice(0, mostChoices)
    .map(
      ({ choice, count: times }) =>
        html`<li>${foreign(choice, 200)} <span class="soft">×${times}</span></li>`,
    );
  return html`
    ${foreign(sentence)}
    ${reason !== undefined && html`<p class="soft">${foreign(reason, 300)}</p>`}
    ${waiver && waiverNote(waiver)}
    <ul>${items}</ul>
    ${left > 0 && html`<p>and ${left} more, in report.json</p>`}`;
}

function renderInputs(inputs: Readonly<Record<string, number>>): string {
  const parts = Object.entries(inputs).map(([status, number]) =>
    status === "judged" ? count(number, "response") : `${number} ${status.replaceAll("-", " ")}`,
  );
  return parts.length === 0 ? "not run" : parts.join(", ");
}
