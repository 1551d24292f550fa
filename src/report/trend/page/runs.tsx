import type { VNode } from "preact";
import { ScrollBox, Section } from "../../html/section.js";
import { VerdictBadge } from "../../html/verdicts.js";
import { Foreign } from "../../html/visible.js";
import { duration, group } from "../../html/wording.js";
import type { RunOfSeries, Series } from "../series.js";
import { Bars } from "./bars.js";
import { conclusionStandings } from "./cell.js";
import { minuteOf } from "./dates.js";
import type { Place } from "./place.js";

/** What each run took, and what it was. */
export function Runs({ series, place }: { readonly series: Series; readonly place: Place }): VNode {
  const { runs } = series;
  return (
    <Section id={`${place.id}runs`} title={`The runs${place.suffix}`} count={runs.length}>
      {runs.length < 2 ? (
        ""
      ) : (
        <div class="pictures">
          {figures.map(({ title, value, tell }) => (
            <figure key={title}>
              <Bars
                title={title}
                values={runs.map(value)}
                runs={runs}
                tell={tell}
                id={`${place.id}bars-${title}`}
              />
            </figure>
          ))}
        </div>
      )}
      <details class="fold" open={runs.length < 4}>
        <summary>Every run</summary>
        <ScrollBox label={`Every run${place.suffix}`}>
          <table class="figures">
            <caption class="hidden">Every run, the newest first</caption>
            <thead>
              <tr>
                {[
                  "Started (UTC)",
                  "Conclusion",
                  "Took",
                  "Requests",
                  "Added",
                  "Profile",
                  "Seed",
                  "Contract",
                  "Pedigree",
                ].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {runs.toReversed().map((run) => (
                <Row key={run.id} run={run} />
              ))}
            </tbody>
          </table>
        </ScrollBox>
      </details>
    </Section>
  );
}

const figures: readonly {
  readonly title: string;
  readonly value: (run: RunOfSeries) => number;
  readonly tell: (value: number) => string;
}[] = [
  { title: "Duration", value: (run) => run.duration, tell: duration },
  { title: "Requests", value: (run) => run.requests, tell: group },
  { title: "Animals added", value: (run) => run.created, tell: group },
];

function Row({ run }: { readonly run: RunOfSeries }): VNode {
  const limits = [...(run.interrupted ? ["interrupted"] : []), ...(run.readOnly ? ["read-only"] : [])];
  return (
    <tr>
      <th scope="row">
        <time dateTime={run.startedAt}>{minuteOf(run.startedAt)}</time>
      </th>
      <td>
        <VerdictBadge standing={conclusionStandings[run.conclusion.status]} />
        <div class="aside">
          <Foreign text={run.conclusion.sentence} most={300} />
          {limits.length === 0 ? "" : ` (${limits.join(", ")})`}
        </div>
      </td>
      <td class="number">{duration(run.duration)}</td>
      <td class="number">{group(run.requests)}</td>
      <td class="number">{group(run.created)}</td>
      <td>
        <Foreign text={run.profile} />
      </td>
      <td class="number">{run.seed}</td>
      <td>
        <Foreign text={run.contract} />
      </td>
      <td>
        <Foreign text={run.tool} />
      </td>
    </tr>
  );
}
