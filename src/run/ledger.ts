import { bodyBytes } from "../cases/index.js";
import type { Finding } from "../judge/index.js";
import type { Attempt } from "./attempt.js";

/** Whether a finding can be believed. */
export type Confirmation =
  /** It showed again when the same case was sent again. */
  | { readonly status: "repeats"; readonly seen: number; readonly of: number }
  /** It did not show again at once, but it was seen more than once in the run. */
  | { readonly status: "intermittent"; readonly seen: number }
  /** It was seen once and never again. */
  | { readonly status: "seen-once"; readonly of: number };

/** A finding, the attempt that showed it, and whether it showed again. */
export interface Sighting {
  readonly finding: Finding;
  readonly attempt: Attempt;
  /** How many attempts with this input showed it, of how many. */
  readonly seen: number;
  readonly of: number;
}

/** All that a run has found so far. */
export interface Ledger {
  readonly add: (sighting: Sighting) => void;
  /** Is this breach confirmed already, so that another sighting need not be? */
  readonly isConfirmed: (finding: Finding) => boolean;
  /** Each breach once, with the smallest counterexample that was seen, confirmed ones first. */
  readonly breaches: () => readonly Breach[];
}

/** One way in which a requirement is broken: all sightings of the same problem taken together. */
export interface Breach {
  readonly finding: Finding;
  readonly attempt: Attempt;
  readonly confirmation: Confirmation;
  readonly sightings: number;
}

/** How often a finding that does not repeat at once must be seen in a run to be believed. */
const enough = { none: 2, verified: 1, neighbours: 3, passing: Number.POSITIVE_INFINITY };

/** So many sightings of a breach are kept, the best: each holds the exchanges that led to it. */
const mostKept = 4;

/** All that was seen of one breach. */
interface Sightings {
  count: number;
  isConfirmed: boolean;
  kept: readonly Sighting[];
}

/** A ledger in which nothing is written yet. */
export function createLedger(): Ledger {
  const sightings = new Map<string, Sightings>();
  const seenOfRequirement = new Map<string, number>();
  return {
    add: (sighting) => {
      const { requirement, otherCause } = sighting.finding;
      const key = keyOf(sighting.finding);
      const known = sightings.get(key) ?? { count: 0, isConfirmed: false, kept: [] };
      known.count += 1;
      known.isConfirmed ||= repeats(sighting);
      known.kept = [...known.kept, sighting].sort(bestFirst).slice(0, mostKept);
      sightings.set(key, known);
      if (otherCause !== "passing") {
        seenOfRequirement.set(requirement, (seenOfRequirement.get(requirement) ?? 0) + sighting.seen);
      }
    },
    isConfirmed: (finding) => sightings.get(keyOf(finding))?.isConfirmed ?? false,
    breaches: () =>
      [...sightings.values()].flatMap(({ kept, count }) => {
        const [best] = kept;
        if (best === undefined) return [];
        const { finding, attempt } = best;
        const confirmation = confirm(best, seenOfRequirement.get(finding.requirement) ?? 0);
        return confirmation === undefined ? [] : [{ finding, attempt, confirmation, sightings: count }];
      }),
  };
}

/** Those that repeat before those that do not, the smaller before the larger. */
function bestFirst(left: Sighting, right: Sighting): number {
  return Number(repeats(right)) - Number(repeats(left)) || sizeOf(left.attempt) - sizeOf(right.attempt);
}

/** Does the sighting repeat as reliably as its other possible cause demands? */
export function repeats({ finding, seen, of }: Sighting): boolean {
  if (finding.otherCause === "verified") return true;
  return finding.otherCause === "none" ? seen > 1 : of > 2 && seen === of;
}

function confirm(sighting: Sighting, seen: number): Confirmation | undefined {
  if (repeats(sighting) && sighting.seen * 2 < sighting.of) return { status: "intermittent", seen };
  if (repeats(sighting)) return { status: "repeats", seen: sighting.seen, of: sighting.of };
  if (seen >= enough[sighting.finding.otherCause]) return { status: "intermittent", seen };
  // Others may have had a hand in what does not repeat, and that is no reason for doubt.
  return sighting.finding.otherCause === "none" ? { status: "seen-once", of: sighting.of } : undefined;
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
