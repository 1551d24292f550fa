import type { Judgement, Verdict } from "./verdict.js";

/** A known failure that is accepted for a time. */
export interface Waiver {
  /** Id of the requirement. */
  readonly requirement: string;
  readonly reason: string;
  /** Who answers for it. */
  readonly owner: string;
  /** The last day on which it holds, as `2026-12-31`. */
  readonly expires: string;
}

/** What became of a waiver in a run. */
export interface WaiverOutcome extends Omit<Waiver, "requirement"> {
  /**
   * - `applied`: the requirement is broken, and that is accepted
   * - `expired`: the requirement is broken, and its day is past
   * - `stale`: the requirement is kept
   * - `unused`: this run cannot tell
   */
  readonly status: "applied" | "expired" | "stale" | "unused";
}

const statusAt: Readonly<Record<Verdict, WaiverOutcome["status"]>> = {
  failed: "applied",
  warned: "applied",
  passed: "stale",
  observed: "stale",
  inconclusive: "unused",
  untested: "unused",
  "not applicable": "unused",
};

/** The judgements, with what became of the waivers. Days are those of UTC. */
export function applyWaivers(
  judgements: readonly Judgement[],
  waivers: readonly Waiver[],
  today: Date,
): readonly Judgement[] {
  return judgements.map((judgement) => {
    const waiver = waivers.find(({ requirement }) => requirement === judgement.requirement.id);
    if (waiver === undefined) return judgement;
    const { reason, owner, expires } = waiver;
    const isPast = expires < today.toISOString().slice(0, 10);
    const usual = statusAt[judgement.verdict];
    // A waiver that nothing needs any more is stale, however old it is.
    const status = isPast && usual === "applied" ? "expired" : usual;
    return { ...judgement, waiver: { status, reason, owner, expires } };
  });
}
