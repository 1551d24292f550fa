import type { VNode } from "preact";
import type { RequirementReport } from "../../run/index.js";
import { type ShownVerdict, verdictSigns } from "../verdict-signs.js";
import { foreign } from "./text.js";

/** How each verdict is coloured. */
export const tones: Readonly<Record<ShownVerdict, string>> = {
  failed: "bad",
  waived: "warn",
  inconclusive: "doubt",
  warned: "warn",
  untested: "mute",
  "not applicable": "mute",
  observed: "seen",
  passed: "good",
};

/** The verdict under which a requirement is shown. */
export function shownVerdict({ verdict, waiver }: RequirementReport): ShownVerdict {
  return verdict === "failed" && waiver?.status === "applied" ? "waived" : verdict;
}

/** Sign and word of a verdict. */
export function badge(verdict: ShownVerdict): VNode {
  return (
    <span class={`badge ${tones[verdict]}`}>
      <span aria-hidden="true">{verdictSigns[verdict]}</span> {verdict}
    </span>
  );
}

/** Where the findings of a requirement are, and its row in the table of all. */
export const findingsId = (id: string): string => `findings-${id}`;
export const rowId = (id: string): string => `requirement-${id}`;

type Waiver = NonNullable<RequirementReport["waiver"]>;

const meanings: Readonly<Record<Waiver["status"], string>> = {
  applied: "the requirement is broken, and that is accepted",
  expired: "its day is past: it no longer counts",
  stale: "the requirement is kept: the waiver can go",
  unused: "this run cannot tell whether it is still needed",
};

/** What became of a waiver. */
export function waiverNote({ status, reason, owner, expires }: Waiver): VNode {
  return (
    <p class="waiver warn">
      <b>Waiver {status}</b>: {meanings[status]}. “{foreign(reason)}” — {foreign(owner, 100)}, until{" "}
      {foreign(expires, 40)}
    </p>
  );
}
