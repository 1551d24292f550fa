import type { Report, RequirementReport } from "../../run/index.js";
import { renderReplay } from "../commands.js";
import { html, type Markup } from "../markup.js";
import { findingsOf, groupBy, inOrderOfFindings } from "../requirement-facts.js";
import { finding } from "./finding.js";
import type { Part } from "./part.js";
import { foreign } from "./text.js";
import { badge, findingsId, looks, rowId, type ShownVerdict, shownVerdict, waiverNote } from "./verdict.js";

/** Findings of a requirement that are shown; the others are in report.json. */
const mostFindings = 8;

interface Group extends Pick<Part, "id" | "title" | "lead"> {
  /** The verdict of its requirements. */
  readonly holds?: ShownVerdict;
}

/** The groups in the order in which to read them. */
const groups: readonly Group[] = [
  {
    id: "broken",
    holds: "failed",
    title: "Broken requirements",
    lead: "A cause comes before what follows from it. Each finding has the smallest request that shows it.",
  },
  {
    id: "undecided",
    holds: "inconclusive",
    title: "Could not be decided",
    lead: "What was seen is not enough to say that the requirement is kept, or that it is broken.",
  },
  {
    id: "warnings",
    holds: "warned",
    title: "Warnings",
    lead: "They do not decide whether the server conforms: most are advice of the HTTP standards that the interface rests on.",
  },
  {
    id: "waived",
    holds: "waived",
    title: "Broken, and waived",
    lead: "Known failures that the configuration accepts for a time.",
  },
];

const spareWaivers: Group = {
  id: "waivers",
  title: "Waivers that match no failure",
  lead: "What they accept was not seen in this run.",
};

/** The group in which a requirement is shown with its findings, if there is more to show than a row. */
export function groupOf(requirement: RequirementReport): Group | undefined {
  const verdict = requirement.level === "informative" ? "not applicable" : shownVerdict(requirement);
  const own = groups.find(({ holds }) => holds === verdict);
  return own ?? (requirement.waiver === undefined ? undefined : spareWaivers);
}

/** The requirements of each group, with what contradicts them. */
export function findingGroups(report: Report, reportPath: string | undefined): readonly Part[] {
  const members = groupBy(report.requirements, groupOf);
  return [...groups, spareWaivers].flatMap((group) => {
    const own = inOrderOfFindings(members.get(group) ?? []);
    const content = own.map((each) => requirementFindings(each, report, reportPath));
    return own.length === 0 ? [] : [{ ...group, count: own.length, content }];
  });
}

/** A requirement and what contradicts it. */
function requirementFindings(requirement: RequirementReport, report: Report, reportPath?: string): Markup {
  const { id, level, section, sentence, reason, waiver } = requirement;
  const verdict = shownVerdict(requirement);
  const place = findingsId(id);
  const all = findingsOf(requirement, report);
  const left = all.length - mostFindings;
  const shown = all
    .slice(0, mostFindings)
    .map((each) =>
      finding(each, report.findings.length, renderReplay({ reportPath, target: report.target }, each)),
    );
  return html`
    <article class="card requirement ${looks[verdict].tone}" id="${place}" aria-labelledby="${place}-title">
      <p class="soft">${badge(verdict)} <a href="#${rowId(id)}">${id}</a> · ${level} · ${section}</p>
      <h3 id="${place}-title">${foreign(sentence)}</h3>
      ${reason !== undefined && html`<p class="soft">${foreign(reason)}</p>`}
      ${waiver && waiverNote(waiver)}
      ${shown}
      ${left > 0 && html`<p class="soft">and ${left} more findings, in report.json</p>`}
    </article>`;
}
