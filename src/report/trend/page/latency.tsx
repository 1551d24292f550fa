import type { VNode } from "preact";
import { ScrollBox, Section } from "../../html/section.js";
import { Foreign } from "../../html/visible.js";
import { duration } from "../../html/wording.js";
import type { LatencyTrend, Series } from "../series.js";
import { minuteOf } from "./dates.js";
import { LatencyChart, marks } from "./latency-chart.js";
import type { Place } from "./place.js";

/** How long answers took, run by run: a chart for each operation, and the same as a table. */
export function Latencies({
  series,
  place,
}: {
  readonly series: Series;
  readonly place: Place;
}): VNode | null {
  const { latency, runs } = series;
  if (latency.length === 0) return null;
  return (
    <Section
      id={`${place.id}latency`}
      title={`How long answers took${place.suffix}`}
      lead="Half of the answers of a run came within p50, 95 % within p95, 99 % within p99. Log scale, the same for all operations."
    >
      <div class="pictures">
        {latency.map((each, index) => (
          <figure key={each.operation}>
            <figcaption>
              <b>
                <Foreign text={each.operation} most={60} />
              </b>
            </figcaption>
            <LatencyChart latency={each} all={latency} runs={runs} id={`${place.id}chart-${index}`} />
          </figure>
        ))}
      </div>
      <details class="fold">
        <summary>The same as a table</summary>
        <ScrollBox label={`How long answers took, run by run${place.suffix}`}>
          <LatencyTable latency={latency} runs={runs} />
        </ScrollBox>
      </details>
    </Section>
  );
}

function LatencyTable({
  latency,
  runs,
}: {
  readonly latency: readonly LatencyTrend[];
  readonly runs: Series["runs"];
}): VNode {
  const newestFirst = runs.map((run, index) => ({ run, index })).reverse();
  return (
    <table class="figures">
      <caption class="hidden">p50, p95 and p99 of each operation, the newest run first</caption>
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>
            Run (UTC)
          </th>
          {latency.map(({ operation }) => (
            <th key={operation} scope="colgroup" colSpan={3}>
              <Foreign text={operation} most={60} />
            </th>
          ))}
        </tr>
        <tr>
          {latency.map(({ operation }) =>
            marks.map((mark) => (
              <th key={`${operation} ${mark}`} scope="col" class="number">
                {mark}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {newestFirst.map(({ run, index }) => (
          <tr key={run.id}>
            <th scope="row">
              <time dateTime={run.startedAt}>{minuteOf(run.startedAt)}</time>
            </th>
            {latency.map(({ operation, runs: values }) =>
              marks.map((mark) => {
                const value = values[index];
                return (
                  <td key={`${operation} ${mark}`} class="number">
                    {value === null || value === undefined ? "–" : duration(value[mark])}
                  </td>
                );
              }),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
