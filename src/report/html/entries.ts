import { groupBy } from "../../description/index.js";
import type { FindingReport, Report, RequirementReport } from "../../run/index.js";
import { findingsOf, inOrderOfFindings, ownFindingsOf } from "../requirement-facts.js";
import type { Part } from "./part.js";
import { type ShownVerdict, shownVerdict } from "./verdict.js";

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
export interface EntryGroup extends Pick<Part, "id" | "title" | "lead"> {
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
