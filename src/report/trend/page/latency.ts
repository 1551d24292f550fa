import { type Part, table } from "../../html/part.js";
import { foreign } from "../../html/text.js";
import { html } from "../../markup.js";
import { inMilliseconds } from "../attention.js";
import type { LatencyTrend, Series } from "../trend-schema.js";

const percentiles = ["p50", "p95", "p99"] as const;
const tones = { p50: "good", p95: "warn", p99: "bad" } as const;
const width = 360;
const height = 90;
/** Nothing is measured finer, and a log scale has no 0. In ms. */
const least = 0.05;

/** How long responses took: a row an operation, the newest run in figures and all runs as a chart. */
export function latencies({ latency }: Series, idOf: (name: string) => string): Part {
  const columns = ["Operation", ...percentiles, "All runs"];
  return {
    id: idOf("latency"),
    title: "Latency",
    lead: "The newest run that called the operation, and the least and the most of all runs. Each chart has a log scale.",
    content: table("Latency, as a table", columns, [["", latency.map(rowOf)]]),
  };
}

function rowOf({ operation, runs }: LatencyTrend) {
  const known = runs.filter((run) => run !== null);
  const figures = percentiles.map((percentile) => {
    const newest = inMilliseconds(known.at(-1)?.[percentile] ?? 0);
    const [low, high] = extent(known.map((run) => run[percentile])).map(inMilliseconds);
    return html`<span class="time ${tones[percentile]}">${newest}</span><br><span class="soft">${low} to ${high}</span>`;
  });
  return [foreign(operation, 60), ...figures, chart(runs)];
}

function extent(times: readonly number[]): readonly [low: number, high: number] {
  return [
    times.reduce((low, time) => Math.min(low, time), Number.MAX_VALUE),
    times.reduce((high, time) => Math.max(high, time), 0),
  ];
}

function chart(runs: LatencyTrend["runs"]) {
  const known = runs.filter((run) => run !== null);
  const [low, high] = extent(known.flatMap(({ p50, p99 }) => [Math.max(p50, least), p99]));
  const scale = (height - 8) / Math.log(Math.max(high / low, 1.01));
  const step = (width - 8) / Math.max(runs.length - 1, 1);
  const lines = percentiles.map((percentile) => {
    const points = runs.map((run, index) => {
      if (run === null) return "";
      const y = height - 4 - scale * Math.log(Math.max(run[percentile], least) / low);
      const point = `${(4 + index * step).toFixed(1)} ${y.toFixed(1)}`;
      // A gap where a run did not call the operation; a line to where it begins is drawn as a dot.
      return (runs[index - 1] ?? null) === null ? `M${point}L${point}` : `L${point}`;
    });
    return html`<path class="line ${tones[percentile]}" d="${points.join("")}"></path>`;
  });
  const box = `0 0 ${width} ${height}`;
  return html`<svg viewBox="${box}" role="img" aria-label="Latency run by run">${lines}</svg>`;
}
