import type { VNode } from "preact";
import { groupBy } from "../../group-by.js";
import { Section } from "../../html/section.js";
import { looks } from "../../html/verdicts.js";
import { visible } from "../../html/visible.js";
import { dayOf, moment } from "../../html/wording.js";
import type { RequirementTrend, Standing } from "../series.js";
import type { PartOfSeries } from "./part.js";

/** More nights than these make a page that browsers are slow with. */
const mostNights = 400;

const conclusionStandings = {
  conforms: "passed",
  "does not conform": "failed",
  inconclusive: "inconclusive",
} as const;

/** Requirements by nights: the newest night at the right, which is where the box is scrolled to. */
export function Matrix({ series, prefix, suffix }: PartOfSeries): VNode {
  const first = Math.max(0, series.runs.length - mostNights);
  const runs = series.runs.slice(first);
  const testable = series.requirements.filter(({ level }) => level !== "informative");
  const met = new Set(testable.flatMap(({ verdicts }) => verdicts.slice(first)));
  const legend = (Object.keys(looks) as Standing[]).filter((standing) => met.has(standing));
  const earlier = first === 0 ? "" : ` The ${first} runs before these are in trend.json.`;
  return (
    <Section
      id={`${prefix}nights`}
      title={`Night by night${suffix}`}
      lead={`A column a run, the newest at the right.${earlier}`}
    >
      <ul class="legend">
        {legend.map((standing) => (
          <li key={standing}>
            <span class={`key ${looks[standing].tone}`} aria-hidden="true">
              {looks[standing].sign}
            </span>{" "}
            {standing}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="scroll nights" aria-label={`Requirements, night by night${suffix}`} tabIndex={0}>
        <table class="matrix">
          <caption class="hidden">The verdict on each requirement in each run, the newest run last</caption>
          <thead>
            <tr>
              <td class="name" />
              {runs.map(({ id, startedAt }) => (
                <th key={id} scope="col" title={moment(startedAt)}>
                  {startedAt.slice(8, 10)}
                  <span class="hidden"> {dayOf(startedAt)}</span>
                </th>
              ))}
            </tr>
            <tr>
              <th class="name" scope="row">
                Conclusion
              </th>
              {runs.map(({ id, startedAt, conclusion }) => (
                <Cell key={id} standing={conclusionStandings[conclusion.status]} day={dayOf(startedAt)} />
              ))}
            </tr>
          </thead>
          {[...groupBy(testable, ({ section }) => section)].map(([section, all]) => (
            <tbody key={section}>
              <tr class="group">
                <th scope="rowgroup" colSpan={runs.length + 1}>
                  <span>{visible(section)}</span>
                </th>
              </tr>
              {all.map(({ id, sentence, verdicts }) => (
                <tr key={id} id={rowId(prefix, id)}>
                  <th class="name" scope="row" title={visible(sentence)}>
                    {id}
                  </th>
                  {runs.map((run, index) => (
                    <Cell
                      key={run.id}
                      standing={verdicts[first + index] ?? null}
                      day={dayOf(run.startedAt)}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </section>
    </Section>
  );
}

/** Its sign is seen, its word is read out. */
function Cell({ standing, day }: { readonly standing: Standing | null; readonly day: string }): VNode {
  if (standing === null) return <td title={`${day}: not in this run`} />;
  const { sign, tone } = looks[standing];
  return (
    <td class={`cell ${tone}`} title={`${day}: ${standing}`}>
      <span aria-hidden="true">{sign}</span>
      <span class="hidden">{standing}</span>
    </td>
  );
}

/** Where a requirement's row is. */
export function rowId(prefix: string, id: RequirementTrend["id"]): string {
  return `${prefix}row-${id}`;
}
