import type { RequirementReport, Verdict, WaiverOutcome } from "../../run/index.js";
import { html, type Markup } from "../markup.js";
import { isWaived } from "../requirement-facts.js";
import { foreign } from "./text.js";

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
