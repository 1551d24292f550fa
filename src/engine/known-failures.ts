import type { Requirement } from "../description/index.js";
import type { Finding } from "./finding.js";
import type { Report, Verdict } from "./report-schema.js";

/** A place at which a requirement is broken. */
export interface BrokenPlace {
  readonly requirement: string;
  /** The operation that shows it; absent where none does. */
  readonly operation?: string;
  /** The part of the response or of the request, in words. */
  readonly place: string;
}

/** Returns the places that a finding is about, in words that are the same in each run: without the numbers of rows. */
export function wordsOfPlaces({ at, places }: Pick<Finding, "at" | "places">): readonly string[] {
  if (places !== undefined) return places;
  if (at === undefined) return [""];
  if (at.in === "header") return [`header ${at.name}`];
  return [at.in === "body" ? `body ${at.pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*")}` : at.in];
}

/** How the failures of a run stand to those of a baseline. */
export interface Comparison {
  /** Ids of the requirements that are broken at a place at which the baseline has no failure. */
  readonly fresh: ReadonlySet<string>;
  /** Failures of the baseline that this run looked for, and did not find. */
  readonly gone: readonly string[];
}

/** Compares failures with those of a baseline, by requirement, operation and place; nothing where none is given. Pure. */
export function compareFailures(
  known: readonly BrokenPlace[] | undefined,
  places: readonly BrokenPlace[],
  judgements: readonly { readonly requirement: Pick<Requirement, "id">; readonly verdict: Verdict }[],
): Comparison | undefined {
  if (known === undefined) return undefined;
  const requirements = judgements.map(({ requirement: { id }, verdict }) => ({ id, verdict }));
  const failed = new Set(requirements.filter(({ verdict }) => verdict === "failed").map(({ id }) => id));
  const looked = new Set(requirements.filter(({ verdict }) => isDecided(verdict)).map(({ id }) => id));
  const [before, now] = [known, places].map((all) => new Set(all.map(keyOf)));
  const fresh = places.filter((each) => failed.has(each.requirement) && !before?.has(keyOf(each)));
  const gone = known.filter((each) => looked.has(each.requirement) && !now?.has(keyOf(each)));
  return {
    fresh: new Set(fresh.map(({ requirement }) => requirement)),
    gone: [
      ...new Set(gone.map((each) => (failed.has(each.requirement) ? describe(each) : each.requirement))),
    ],
  };
}

/** Returns the places at which requirements failed in a run. */
export function failuresIn({
  findings,
  requirements,
}: Pick<Report, "findings" | "requirements">): readonly BrokenPlace[] {
  const failed = new Set(requirements.filter(({ verdict }) => verdict === "failed").map(({ id }) => id));
  return findings.flatMap(({ places }) => places).filter(({ requirement }) => failed.has(requirement));
}

function isDecided(verdict: Verdict): boolean {
  return verdict === "passed" || verdict === "failed" || verdict === "warned" || verdict === "observed";
}

function keyOf({ requirement, operation, place }: BrokenPlace): string {
  return JSON.stringify([requirement, operation, place]);
}

function describe({ requirement, operation, place }: BrokenPlace): string {
  const where = [operation, place].filter((each) => each !== undefined && each !== "").join(", ");
  return where === "" ? requirement : `${requirement} (${where})`;
}
