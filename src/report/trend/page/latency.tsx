import type { VNode } from "preact";
import { inMilliseconds } from "../summarise.js";
import type { LatencyTrend } from "../trend-schema.js";
import { Part, type SeriesProps, Text } from "./part.js";

const percentiles = ["p50", "p95", "p99"] as const;
const width = 360;
const height = 90;
/** Nothing is measured finer, and a log scale has no 0. In ms. */
const least = 0.05;

/** How long responses took: a row an operation, the newest run in figures and all runs as a chart. */
export function Latencies({ series, number }: SeriesProps): VNode {
  const table = (
    <table>
      <thead>
        <tr>
          {["Operation", ...percentiles, "All runs"].map((column) => (
            <th scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{series.latency.map(renderRow)}</tbody>
    </table>
  );
  const lead =
    "The newest run that called the operation, and the least and the most of all runs. Each chart has a log scale.";
  return <Part number={number} name="latency" heading="Latency" lead={lead} table={table} />;
}

function renderRow({ operation, runs }: LatencyTrend): VNode {
  const known = runs.filter((run) => run !== null);
  const extent = (times: readonly number[]): readonly [number, number] => [
    times.reduce((low, time) => Math.min(low, time), Number.MAX_VALUE),
    times.reduce((high, time) => Math.max(high, time), 0),
  ];
  const [low, high] = extent(known.flatMap(({ p50, p99 }) => [Math.max(p50, least), p99]));
  const scale = (height - 8) / Math.log(Math.max(high / low, 1.01));
  const step = (width - 8) / Math.max(runs.length - 1, 1);
  const pathOf = (percentile: (typeof percentiles)[number]): string =>
    runs
      .map((run, index) => {
        if (run === null) return "";
        const y = height - 4 - scale * Math.log(Math.max(run[percentile], least) / low);
        const point = `${(4 + index * step).toFixed(1)} ${y.toFixed(1)}`;
        // A gap where a run did not call the operation; a line to where it begins is drawn as a dot.
        return (runs[index - 1] ?? null) === null ? `M${point}L${point}` : `L${point}`;
      })
      .join("");
  return (
    <tr key={operation}>
      <th scope="row">
        <Text text={operation} most={60} />
      </th>
      {percentiles.map((percentile) => (
        <td key={percentile} class={percentile}>
          {inMilliseconds(known.at(-1)?.[percentile] ?? 0)}
          <br />
          <span class="soft">
            {extent(known.map((run) => run[percentile]))
              .map(inMilliseconds)
              .join(" to ")}
          </span>
        </td>
      ))}
      <td>
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label="Latency run by run">
          {percentiles.map((percentile) => (
            <path key={percentile} class={`line ${percentile}`} d={pathOf(percentile)} />
          ))}
        </svg>
      </td>
    </tr>
  );
}
