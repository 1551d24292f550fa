import type { VNode } from "preact";
import type { RequirementReport, Verdict } from "../../run/index.js";

/** How a verdict looks: colour is never the only sign. */
export interface Look {
  readonly sign: string;
  /** The name of its colours in the style sheet. */
  readonly tone: string;
}

/** Every verdict's looks; a failure that is waived has its own. */
export const looks: Readonly<Record<Verdict | "waived", Look>> = {
  failed: { sign: "✗", tone: "bad" },
  waived: { sign: "≈", tone: "waived" },
  inconclusive: { sign: "?", tone: "doubt" },
  warned: { sign: "!", tone: "warn" },
  untested: { sign: "–", tone: "mute" },
  "not applicable": { sign: "·", tone: "mute" },
  observed: { sign: "○", tone: "seen" },
  passed: { sign: "✓", tone: "good" },
};

/** The verdict under which a requirement is shown. */
export function standingOf({ verdict, waiver }: RequirementReport): Verdict | "waived" {
  return verdict === "failed" && waiver?.status === "applied" ? "waived" : verdict;
}

/** Sign and word of a verdict. */
export function VerdictBadge({ standing }: { readonly standing: Verdict | "waived" }): VNode {
  const { sign, tone } = looks[standing];
  return (
    <span class={`badge ${tone}`}>
      <span aria-hidden="true">{sign}</span> {standing}
    </span>
  );
}

/** Where the story of a requirement is, and its row in the table of all. */
export const storyId = (id: string): string => `story-${id}`;
export const rowId = (id: string): string => `requirement-${id}`;

/** Is there more to tell than a row? */
export function hasStory(requirement: RequirementReport): boolean {
  const { verdict, findings } = requirement;
  return findings.length > 0 || verdict === "failed" || verdict === "warned" || verdict === "inconclusive";
}
