import type { Verdict, WaiverOutcome } from "./report-schema.js";
import type { Judgement } from "./verdict.js";

/** A known failure that is accepted for a time. */
export interface Waiver extends Omit<WaiverOutcome, "status"> {
  /** Id of the requirement. */
  readonly requirement: string;
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
