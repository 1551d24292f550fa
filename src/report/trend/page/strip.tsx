import type { VNode } from "preact";
import { Section } from "../../html/section.js";
import { visible } from "../../html/visible.js";
import type { Series } from "../series.js";
import { cellClass, conclusionStandings } from "./cell.js";
import { dayOf, minuteOf } from "./dates.js";
import type { Place } from "./place.js";

/** What every run came to, the oldest first. */
export function Conclusions({
  series: { runs },
  place,
}: {
  readonly series: Series;
  readonly place: Place;
}): VNode {
  return (
    <Section id={`${place.id}conclusions`} title={`What each run came to${place.suffix}`}>
      <ol class="strip">
        {runs.map(({ id: run, startedAt, conclusion }) => (
          <li
            key={run}
            class={cellClass(conclusionStandings[conclusion.status])}
            title={visible(`${minuteOf(startedAt)}: ${conclusion.sentence}`)}
          >
            {`${dayOf(startedAt)} ${conclusion.status}`}
          </li>
        ))}
      </ol>
      <p class="ends" aria-hidden="true" style={`max-width:${Math.max(runs.length * 37, 190)}px`}>
        <span>{dayOf(runs[0]?.startedAt ?? "")}</span>
        <span>{runs.length < 2 ? "" : dayOf(runs.at(-1)?.startedAt ?? "")}</span>
      </p>
    </Section>
  );
}
