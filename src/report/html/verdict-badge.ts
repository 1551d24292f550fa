import { groupBy } from "../../description/index.js";
import type { Report, RequirementReport, Verdict, WaiverOutcome } from "../../engine/index.js";
import { type Content, html, type Markup } from "../markup.js";
import { isWaived } from "../requirement-facts.js";
import { duration, foreign, group, type PagePart, table } from "./part.js";

/** A verdict as pages show it: a failure that is waived has its own. */
export type ShownVerdict = Verdict | "waived";

/** How each verdict looks, in the order in which to read them: colour is never the only sign. */
export const appearances: Readonly<Record<ShownVerdict, { readonly sign: string; readonly tone: string }>> = {
  failed: { sign: "✗", tone: "bad" },
  waived: { sign: "≈", tone: "warn" },
  inconclusive: { sign: "?", tone: "doubt" },
  warned: { sign: "!", tone: "warn" },
  untested: { sign: "–", tone: "mute" },
  "not applicable": { sign: "·", tone: "mute" },
  observed: { sign: "○", tone: "seen" },
  passed: { sign: "✓", tone: "good" },
};

/** How each conclusion looks, and its name as a title. */
export const faces = {
  conforms: { sign: "✓", tone: "good", title: "Conforms" },
  "does not conform": { sign: "✗", tone: "bad", title: "Does not conform" },
  inconclusive: { sign: "?", tone: "doubt", title: "Inconclusive" },
} as const;

/** The verdict under which a requirement is shown. */
export function shownVerdict(requirement: RequirementReport): ShownVerdict {
  return requirement.verdict === "failed" && isWaived(requirement) ? "waived" : requirement.verdict;
}

/** Sign and word of a verdict. */
export function badge(verdict: ShownVerdict): Markup {
  const { sign, tone } = appearances[verdict];
  return html`<span class="badge ${tone}"><span aria-hidden="true">${sign}</span> ${verdict}</span>`;
}

/** Where the row of a requirement is in the table of all. */
export const rowId = (id: string): string => `requirement-${id}`;

const meanings: Readonly<Record<WaiverOutcome["status"], string>> = {
  applied: "the requirement is broken, and that is accepted",
  expired: "its day is past: it no longer counts",
  stale: "the requirement is kept: the waiver can go",
  unused: "this run cannot tell whether it is still needed",
};

/** Renders what became of a waiver. */
export function waiverNote({ status, reason, owner, expires }: WaiverOutcome): Markup {
  const terms = html`“${foreign(reason)}” — ${foreign(owner, 100)}, until ${foreign(expires, 40)}`;
  return html`<p class="waiver warn"><b>Waiver ${status}</b>: ${meanings[status]}. ${terms}</p>`;
}

/** How long responses took, by operation. */
export function latency({ statistics }: Report): PagePart | undefined {
  const measured = Object.entries(statistics.latency).filter(
    ([, { distribution }]) => distribution.length > 0,
  );
  if (measured.length === 0) return undefined;
  const columns = ["Operation", "Responses", "p50", "p95", "p99", "Longest"];
  const rowOf = ([operation, times]: (typeof measured)[number]): readonly Content[] => [
    foreign(operation, 60),
    group(times.distribution.reduce((sum, { count }) => sum + count, 0)),
    ...[times.p50, times.p95, times.p99, times.max].map(duration),
  ];
  return {
    id: "latency",
    title: "Response times",
    lead: "The run sends many requests at once: these are the times of a busy server.",
    isFolded: true,
    content: table("Response times by operation", columns, [["", measured]], rowOf),
  };
}

type Coverage = Report["statistics"]["coverage"][number];

const kinds: Readonly<Record<Coverage["kind"], string>> = {
  valid: "valid requests",
  invalid: "invalid requests",
  either: "requests that may be served or refused",
  "wrong key": "requests without the good key",
};
const mostStatuses = 6;

/** Returns the part on the cases that were sent, by operation and kind, with the statuses that came back. */
export function coverage({ statistics: { coverage: cases } }: Report): PagePart | undefined {
  if (cases.length === 0) return undefined;
  const groups = groupBy(cases, ({ operation, kind }) => `${operation}: ${kinds[kind]}`);
  const rowOf = ({ label, responses }: Coverage): readonly Content[] => {
    const all = Object.entries(responses).slice(0, mostStatuses);
    const statuses = all.map(([status, times]) => (times > 1 ? `${status} ×${times}` : status));
    return [foreign(label, 90), foreign(statuses.join(", "), 200)];
  };
  const content = table("Cases by operation and kind", ["Case", "Responses"], groups, rowOf);
  return { id: "coverage", title: "Cases and their responses", count: cases.length, isFolded: true, content };
}
