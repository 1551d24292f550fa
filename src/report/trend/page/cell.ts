import type { Verdict } from "../../../run/index.js";
import { looks } from "../../html/verdicts.js";
import type { Note, RequirementTrend, RunOfSeries } from "../series.js";

/** How a verdict of one night is shown: a failure that is waived has its own looks. */
export type Standing = Verdict | "waived";

/** The class that gives a cell its sign. */
export function classOf(standing: Standing): string {
  return `is-${standing.replaceAll(" ", "-")}`;
}

/** The classes of a cell. */
export function cellClass(standing: Standing): string {
  return `cell ${looks[standing].tone} ${classOf(standing)}`;
}

/** How the conclusion of a run is shown. */
export const conclusionStandings = {
  conforms: "passed",
  "does not conform": "failed",
  inconclusive: "inconclusive",
} as const satisfies Record<RunOfSeries["conclusion"]["status"], Standing>;

/** One requirement's standing in one run, and why; undefined where the run did not know it. */
export function nightOf(
  { verdicts }: RequirementTrend,
  notes: ReadonlyMap<number, Note>,
  run: number,
): { readonly standing: Standing; readonly note: Note | undefined } | undefined {
  const verdict = verdicts[run];
  if (verdict === undefined || verdict === null) return undefined;
  const note = notes.get(run);
  const isWaived = note?.waiver === "applied" && (verdict === "failed" || verdict === "warned");
  return { standing: isWaived ? "waived" : verdict, note };
}

/** Notes by the index of their run. */
export function notesOf({ notes }: RequirementTrend): ReadonlyMap<number, Note> {
  return new Map(notes.map((note) => [note.run, note]));
}
