import type { Finding } from "../checks/index.js";
import { bodyBytes } from "../generate/index.js";
import type { Attempt } from "./attempt.js";
import type { Confirmation } from "./report.js";

/** A finding in one place: the attempt that showed it, and whether it showed again. */
export interface Occurrence {
  readonly finding: Finding;
  readonly attempt: Attempt;
  /** How many attempts with this input showed it, of how many. */
  readonly seen: number;
  readonly of: number;
}

/** All that a run has found so far. */
export type Findings = ReturnType<typeof createFindings>;

/** One way in which a requirement is broken: all occurrences of the same problem taken together. */
export interface FindingGroup {
  readonly finding: Finding;
  readonly attempt: Attempt;
  readonly confirmation: Confirmation;
  readonly occurrences: number;
}

/** How often a finding that does not repeat at once must be seen in a run to be believed. */
const enough = { none: 2, verified: 1, "other clients": 3, network: Number.POSITIVE_INFINITY };

/**
 * No findings yet.
 * @param onConfirmed called with the requirement of each finding once it is confirmed
 */
export function createFindings(onConfirmed: (requirement: string) => void = () => {}) {
  const byKey = new Map<string, { best: Occurrence; count: number; isConfirmed: boolean }>();
  const seenOfRequirement = new Map<string, number>();
  return {
    add: (occurrence: Occurrence): void => {
      const { requirement, interference } = occurrence.finding;
      const key = keyOf(occurrence.finding);
      const known = byKey.get(key) ?? { best: occurrence, count: 0, isConfirmed: false };
      byKey.set(key, known);
      known.count += 1;
      if (isBetter(occurrence, known.best)) known.best = occurrence;
      else if (isSmallerOfConfirmed(occurrence, known.best))
        known.best = { ...occurrence, seen: known.best.seen, of: known.best.of };
      if (!known.isConfirmed && repeats(occurrence)) {
        known.isConfirmed = true;
        onConfirmed(requirement);
      }
      if (interference !== "network") {
        seenOfRequirement.set(requirement, (seenOfRequirement.get(requirement) ?? 0) + occurrence.seen);
      }
    },
    /** Is the finding confirmed already, so that another occurrence need not be? */
    isConfirmed: (finding: Finding) => byKey.get(keyOf(finding))?.isConfirmed ?? false,
    /**
     * Each finding once, with the smallest counterexample that was seen, confirmed ones first.
     * @param othersAct whether other clients were seen to change what the run created
     */
    groups: (othersAct: boolean): readonly FindingGroup[] =>
      [...byKey.values()].flatMap(({ best, count }) => {
        const { finding, attempt } = best;
        const confirmation = confirm(best, seenOfRequirement.get(finding.requirement) ?? 0, othersAct);
        return confirmation === undefined ? [] : [{ finding, attempt, confirmation, occurrences: count }];
      }),
  };
}

/** What repeats is better than what does not, the smaller better than the larger. */
function isBetter(left: Occurrence, right: Occurrence): boolean {
  if (repeats(left) !== repeats(right)) return repeats(left);
  return isSmaller(left, right);
}

/** Is it a smaller case of what is confirmed, and so was not tried again? */
function isSmallerOfConfirmed(occurrence: Occurrence, best: Occurrence): boolean {
  const isSure = occurrence.finding.interference === "none" && occurrence.of === 1;
  return isSure && repeats(best) && isSmaller(occurrence, best);
}

function isSmaller(left: Occurrence, right: Occurrence): boolean {
  return sizeOf(left.attempt) < sizeOf(right.attempt);
}

/** Does the occurrence repeat as reliably as what else could have caused it demands? */
export function repeats({ finding, seen, of }: Occurrence): boolean {
  if (finding.interference === "verified") return true;
  return finding.interference === "none" ? seen > 1 : of > 2 && seen === of;
}

function confirm(occurrence: Occurrence, seen: number, othersAct: boolean): Confirmation | undefined {
  if (repeats(occurrence) && occurrence.seen * 2 < occurrence.of) return { status: "intermittent", seen };
  if (repeats(occurrence)) return { status: "repeats", seen: occurrence.seen, of: occurrence.of };
  // Where others are at work, chance alone brings a few occurrences about in a long run.
  const isOthers = othersAct && occurrence.finding.interference === "other clients";
  if (!isOthers && seen >= enough[occurrence.finding.interference]) return { status: "intermittent", seen };
  // Others may have had a hand in what does not repeat, and that is no reason for doubt.
  return occurrence.finding.interference === "none" ? { status: "seen-once", of: occurrence.of } : undefined;
}

function keyOf({ requirement, problem }: Finding): string {
  return `${requirement} ${problem}`;
}

/** How much there is to read in an attempt: its exchanges first, then the bytes that were sent. */
function sizeOf({ exchanges }: Attempt): number {
  const bytes = exchanges.map(
    ({ case: { path, body } }) => path.length + (body ? bodyBytes(body).length : 0),
  );
  return exchanges.length * 1_000_000 + bytes.reduce((sum, each) => sum + each, 0);
}
