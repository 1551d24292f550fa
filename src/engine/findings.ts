import { bodyBytes } from "../transport/index.js";
import type { Attempt } from "./attempt.js";
import type { Finding } from "./finding.js";
import { type BrokenPlace, wordsOfPlaces } from "./known-failures.js";
import type { Confirmation } from "./report-schema.js";

/** A finding in one place: the attempt that showed it, and whether it showed again. */
export interface Occurrence {
  readonly finding: Finding;
  readonly attempt: Attempt;
  /** How many attempts with this input showed it, of how many. */
  readonly seen: number;
  readonly of: number;
  /** How many exchanges showed it in these attempts, each of which is a sighting where nobody else could have caused it. */
  readonly sightings: number;
}

/** All that a run has found so far. */
export type Findings = ReturnType<typeof createFindings>;

/** One way in which a requirement is broken: all occurrences of the same problem taken together. */
export interface FindingGroup {
  readonly finding: Finding;
  readonly attempt: Attempt;
  readonly confirmation: Confirmation;
  readonly occurrences: number;
  /** The operations that showed it, by id. */
  readonly operations: readonly string[];
  /** Where they showed it. */
  readonly places: readonly BrokenPlace[];
}

/** Places of one finding that are kept. */
const mostPlaces = 100;

/** The occurrences of a finding so far. */
interface Known {
  readonly best: Occurrence;
  readonly count: number;
  readonly operations: ReadonlySet<string>;
  readonly places: ReadonlyMap<string, BrokenPlace>;
}

/** How often a finding that does not repeat at once must be seen in a run to be believed. */
const enough = { none: 2, verified: 1, "other clients": 3, network: Number.POSITIVE_INFINITY };

/**
 * No findings yet.
 * @param onConfirmed called with the requirement of each finding once it is confirmed
 */
export function createFindings(onConfirmed: (requirement: string) => void = () => {}) {
  const byKey = new Map<string, Known>();
  const seenOfRequirement = new Map<string, number>();
  const isConfirmed = (finding: Finding): boolean => {
    const known = byKey.get(keyOf(finding));
    return known !== undefined && repeats(known.best);
  };
  return {
    add: (occurrence: Occurrence): void => {
      const { finding } = occurrence;
      const { requirement, interference } = finding;
      const known = byKey.get(keyOf(finding));
      const wasConfirmed = isConfirmed(finding);
      const best = known === undefined ? occurrence : betterOf(known.best, occurrence);
      const { operation } = occurrence.attempt.exchanges[finding.exchange]?.case ?? {};
      const operations = new Set([
        ...(known?.operations ?? []),
        ...(operation === undefined ? [] : [operation]),
      ]);
      const places = new Map(known?.places);
      for (const place of wordsOfPlaces(finding))
        if (places.size < mostPlaces)
          places.set(`${operation} ${place}`, { requirement, ...(operation && { operation }), place });
      byKey.set(keyOf(finding), { best, count: (known?.count ?? 0) + 1, operations, places });
      if (!wasConfirmed && isConfirmed(finding)) onConfirmed(requirement);
      if (interference !== "network") {
        const count = sightingsOf(occurrence);
        seenOfRequirement.set(requirement, (seenOfRequirement.get(requirement) ?? 0) + count);
      }
    },
    /** Is the finding confirmed already, so that another occurrence need not be? */
    isConfirmed,
    /** The checks whose findings are confirmed. */
    confirmedChecks: (): ReadonlySet<string> =>
      new Set([...byKey.values()].flatMap(({ best }) => (repeats(best) ? [best.finding.check] : []))),
    /**
     * Each finding once, with the smallest counterexample that was seen.
     * @param othersAct whether other clients were seen to change what the run created
     */
    groups: (othersAct: boolean): readonly FindingGroup[] =>
      [...byKey.values()].flatMap(({ best, count, ...shown }) => {
        const { finding, attempt } = best;
        const confirmation = confirm(best, seenOfRequirement.get(finding.requirement) ?? 0, othersAct);
        if (confirmation === undefined) return [];
        const [operations, places] = [[...shown.operations], [...shown.places.values()]];
        return { finding, attempt, confirmation, occurrences: count, operations, places };
      }),
  };
}

/** The one to keep: what repeats rather than what does not, else the smaller. Once one repeats, the best one does. */
function betterOf(best: Occurrence, next: Occurrence): Occurrence {
  const isSmaller = sizeOf(next.attempt) < sizeOf(best.attempt);
  if (repeats(next) === repeats(best)) return isSmaller ? next : best;
  if (repeats(next)) return next;
  // A smaller case of what is confirmed was not tried again.
  const isSure = next.finding.interference === "none" && next.of === 1;
  return isSure && isSmaller ? { ...next, seen: best.seen, of: best.of } : best;
}

/** Does the occurrence repeat as reliably as what else could have caused it demands? */
export function repeats({ finding, seen, of }: Occurrence): boolean {
  if (finding.interference === "verified") return true;
  return finding.interference === "none" ? seen > 1 : of > 2 && seen === of;
}

/** How often it was seen: one act of another client may show in all exchanges of an attempt. */
export function sightingsOf({ finding, seen, sightings }: Occurrence): number {
  return finding.interference === "none" ? Math.max(seen, sightings) : seen;
}

/** @returns undefined where the run saw what explains it, or the attempts themselves tell of it */
function confirm(occurrence: Occurrence, seen: number, othersAct: boolean): Confirmation | undefined {
  if (repeats(occurrence) && occurrence.seen * 2 < occurrence.of) return { status: "intermittent", seen };
  if (repeats(occurrence)) return { status: "repeats", seen: occurrence.seen, of: occurrence.of };
  // Where others are at work, chance alone brings a few occurrences about in a long run.
  const isOthers = othersAct && occurrence.finding.interference === "other clients";
  if (!isOthers && seen >= enough[occurrence.finding.interference]) return { status: "intermittent", seen };
  if (isOthers || occurrence.finding.interference === "network") return undefined;
  const mayBeOthers = occurrence.finding.interference === "other clients";
  return { status: "seen-once", of: occurrence.of, ...(mayBeOthers ? { mayBeOthers } : {}) };
}

/** The same text for occurrences of the same finding. */
export function keyOf({ requirement, problem }: Pick<Finding, "requirement" | "problem">): string {
  return `${requirement} ${problem}`;
}

/** How much there is to read in an attempt: its exchanges first, then the bytes that were sent. */
function sizeOf({ exchanges }: Attempt): number {
  const bytes = exchanges.map(
    ({ case: { path, body } }) => path.length + (body ? bodyBytes(body).length : 0),
  );
  return exchanges.length * 1_000_000 + bytes.reduce((sum, each) => sum + each, 0);
}
