import type { VNode } from "preact";
import { Foreign } from "../../html/visible.js";
import { count } from "../../html/wording.js";
import type { RequirementTrend, RunOfSeries, Series } from "../series.js";
import { nightOf, notesOf, type Standing } from "./cell.js";
import { dayOf } from "./dates.js";

const mostStretches = 12;

/** The table of nights in words: when each requirement was anything but passed or observed, and why. */
export function Stretches({ series: { requirements, runs } }: { readonly series: Series }): VNode | null {
  const told = requirements
    .filter(({ level }) => level !== "informative")
    .map((requirement) => ({ requirement, stretches: stretchesOf(requirement, runs) }))
    .filter(({ stretches }) => stretches.length > 0);
  if (told.length === 0) return null;
  return (
    <details class="fold">
      <summary>The same in words, without what was passed or observed</summary>
      <dl class="stretches">
        {told.map(({ requirement: { id }, stretches }) => (
          <div key={id}>
            <dt>{id}</dt>
            {stretches.slice(0, mostStretches).map((each) => (
              <dd key={each.from}>
                <span class="nowrap">{spanOf(each, runs)}</span> <b>{each.standing}</b>
                {each.reason === undefined ? (
                  ""
                ) : (
                  <>
                    : <Foreign text={each.reason} most={300} />
                  </>
                )}
              </dd>
            ))}
            {stretches.length > mostStretches ? (
              <dd>and {stretches.length - mostStretches} earlier times</dd>
            ) : (
              ""
            )}
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Runs after one another with the same to say; `to` is the last of them. */
interface Stretch {
  readonly from: number;
  to: number;
  readonly standing: Standing;
  readonly reason: string | undefined;
}

function stretchesOf(requirement: RequirementTrend, runs: readonly RunOfSeries[]): readonly Stretch[] {
  const notes = notesOf(requirement);
  const stretches: Stretch[] = [];
  runs.forEach((_, run) => {
    const night = nightOf(requirement, notes, run);
    if (night === undefined || night.standing === "passed" || night.standing === "observed") return;
    const { standing, note } = night;
    const last = stretches.at(-1);
    if (
      last !== undefined &&
      last.to === run - 1 &&
      last.standing === standing &&
      last.reason === note?.reason
    )
      last.to = run;
    else stretches.push({ from: run, to: run, standing, reason: note?.reason });
  });
  return stretches.reverse();
}

function spanOf({ from, to }: Stretch, runs: readonly RunOfSeries[]): string {
  const day = (run: number): string => dayOf(runs[run]?.startedAt ?? "");
  return from === to ? day(from) : `${day(from)} to ${day(to)}, ${count(to - from + 1, "run")}`;
}
