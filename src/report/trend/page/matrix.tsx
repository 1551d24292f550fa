import type { VNode } from "preact";
import { groupBy } from "../../group-by.js";
import { Section } from "../../html/section.js";
import { looks } from "../../html/verdicts.js";
import { visible } from "../../html/visible.js";
import type { RequirementTrend, RunOfSeries, Series } from "../series.js";
import { cellClass, conclusionStandings, nightOf, notesOf, type Standing } from "./cell.js";
import { dayNumber, minuteOf, monthOf } from "./dates.js";
import type { Place } from "./place.js";
import { Stretches } from "./stretches.js";

/** More nights than these make a page that browsers are slow with. */
const mostNights = 400;

/** Requirements by nights: the newest night at the right, which is where the box is scrolled to. */
export function Matrix({ series, place }: { readonly series: Series; readonly place: Place }): VNode {
  const first = Math.max(0, series.runs.length - mostNights);
  const runs = series.runs.slice(first);
  const testable = series.requirements.filter(({ level }) => level !== "informative");
  const cell = runs.length <= 25 ? 24 : runs.length <= 40 ? 19 : 13;
  /** What room the nights leave on a wide screen. */
  const sentence = Math.max(214, Math.min(620, 1060 - runs.length * (cell + 1)));
  const earlier = first === 0 ? "" : ` The ${first} runs before these are in trend.json.`;
  return (
    <Section
      id={`${place.id}nights`}
      title={`Night by night${place.suffix}`}
      lead={`A column a run, the newest at the right. A cell under the pointer tells its date and reason; below the table they are in words.${earlier}`}
    >
      <Legend requirements={testable} first={first} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="scroll nights" aria-label={`Requirements, night by night${place.suffix}`} tabIndex={0}>
        <table class="matrix" style={`--cell:${cell}px;--sentence:${sentence}px`}>
          <caption class="hidden">The verdict on each requirement in each run, the newest run last</caption>
          <Heads runs={runs} cell={cell} />
          {[...groupBy(testable, ({ section }) => section)].map(([section, all]) => (
            <tbody key={section}>
              <tr class="group">
                <th scope="rowgroup" colSpan={runs.length + 1}>
                  <span>{visible(section)}</span>
                </th>
              </tr>
              {all.map((each) => (
                <Row key={each.id} requirement={each} runs={runs} first={first} id={place.id} />
              ))}
            </tbody>
          ))}
        </table>
      </section>
      <Stretches series={series} />
    </Section>
  );
}

function Heads({ runs, cell }: { readonly runs: readonly RunOfSeries[]; readonly cell: number }): VNode {
  /** Does the name of a month fit above so many cells? */
  const fits = (cells: number): boolean => cells * (cell + 1) >= 62;
  const months = [...groupBy(runs, ({ startedAt }) => monthOf(startedAt))];
  return (
    <thead>
      <tr>
        <td class="name" />
        {months.map(([month, all]) => (
          <th key={month} class="month" scope="colgroup" colSpan={all.length}>
            {fits(all.length) ? month : <span class="hidden">{month}</span>}
          </th>
        ))}
      </tr>
      <tr>
        <td class="name" />
        {runs.map(({ id, startedAt }) => (
          <th key={id} scope="col" title={`${minuteOf(startedAt)} UTC`}>
            {dayNumber(startedAt)}
          </th>
        ))}
      </tr>
      <tr class="all">
        <th class="name" scope="row">
          Conclusion
        </th>
        {runs.map(({ id, startedAt, conclusion }) => (
          <td
            key={id}
            class={cellClass(conclusionStandings[conclusion.status])}
            title={visible(`${minuteOf(startedAt)}: ${conclusion.sentence}`)}
          >
            {conclusion.status}
          </td>
        ))}
      </tr>
    </thead>
  );
}

function Row({
  requirement,
  runs,
  first,
  id,
}: {
  readonly requirement: RequirementTrend;
  readonly runs: readonly RunOfSeries[];
  readonly first: number;
  readonly id: string;
}): VNode {
  const notes = notesOf(requirement);
  return (
    <tr id={rowId(id, requirement)}>
      <th class="name" scope="row">
        <div title={visible(requirement.sentence)}>
          <b>{requirement.id}</b> <span>{visible(requirement.sentence)}</span>
        </div>
      </th>
      {runs.map((run, index) => {
        const night = nightOf(requirement, notes, first + index);
        if (night === undefined)
          return <td key={run.id} title={`${minuteOf(run.startedAt)}: not in this run`} />;
        const { standing, note } = night;
        const told = [
          minuteOf(run.startedAt),
          standing,
          ...(note?.reason === undefined ? [] : [note.reason]),
        ];
        const often = note?.intermittent ? " (now and then)" : "";
        return (
          <td key={run.id} class={cellClass(standing)} title={visible(told.join(": ")) + often}>
            {standing}
          </td>
        );
      })}
    </tr>
  );
}

/** Where a requirement's row is. */
export function rowId(series: string, { id }: RequirementTrend): string {
  return `${series}row-${id}`;
}

/** Signs and words of what occurs. */
function Legend({
  requirements,
  first,
}: {
  readonly requirements: readonly RequirementTrend[];
  readonly first: number;
}): VNode {
  const met = new Set<Standing>();
  for (const requirement of requirements) {
    const notes = notesOf(requirement);
    requirement.verdicts.forEach((_, run) => {
      const night = run < first ? undefined : nightOf(requirement, notes, run);
      if (night !== undefined) met.add(night.standing);
    });
  }
  const order = (Object.keys(looks) as Standing[]).filter((standing) => met.has(standing));
  return (
    <ul class="legend">
      {order.map((standing) => (
        <li key={standing}>
          <span class={`key ${looks[standing].tone}`} aria-hidden="true">
            {looks[standing].sign}
          </span>{" "}
          {standing}
        </li>
      ))}
    </ul>
  );
}
