import { groupBy } from "../../description/index.js";
import { foreign, type PagePart, scrollBox, table } from "../html/part.js";
import { appearances } from "../html/verdict-badge.js";
import { type Content, html, type Markup } from "../markup.js";
import { safeText } from "../safe-text.js";
import { inMilliseconds } from "./attention.js";
import type { LatencyTrend, Series, TrendVerdict } from "./trend-schema.js";

/** The id of a thing on the page, and the title of a part: several targets may have one of its kind. */
export const idOf = (number: number, name: string): string =>
  number === 1 ? name : `target-${number}-${name}`;
export const titled = (number: number, title: string): string =>
  number === 1 ? title : `${title} (target ${number})`;

/** More nights than these make a page that browsers are slow with. */
const mostNights = 400;

const outcomes = {
  conforms: "passed",
  "does not conform": "failed",
  inconclusive: "inconclusive",
} as const;

/** Requirements by nights: the newest night at the right, which is where the box is scrolled to. */
export function matrix(series: Series, number: number): PagePart {
  const heading = titled(number, "Night by night");
  const first = Math.max(0, series.runs.length - mostNights);
  const runs = series.runs.slice(first);
  const testable = series.requirements.filter(({ level }) => level !== "informative");
  const earlier = first === 0 ? "" : ` The ${first} runs before these are in trend.json.`;
  const legend = Object.entries(appearances).map(([outcome, { sign }]) => `${sign} ${outcome}`);
  const cell = (outcome: TrendVerdict | null, index: number, more = ""): Markup => {
    const title = `${runs[index]?.startedAt.slice(0, 10)}: ${outcome ?? "not in this run"}${more}`;
    const { sign, tone } = outcome === null ? { sign: "", tone: "mute" } : appearances[outcome];
    return html`<td class="cell ${tone}" title="${title}" aria-label="${title}">${sign}</td>`;
  };
  const head = (name: string, cells: Content): Markup =>
    html`<tr><th class="name" scope="row">${name}</th>${cells}</tr>`;
  const days = runs.map(({ startedAt }) => {
    const day = startedAt.slice(0, 10);
    return html`<th scope="col" title="${startedAt}" aria-label="${day}">${day.slice(8)}</th>`;
  });
  const conclusions = runs.map(({ conclusion, readOnly }, index) =>
    cell(outcomes[conclusion.status], index, readOnly ? ", read-only" : ""),
  );
  const figures = runs.map(({ tested, testable: all, readOnly }) => {
    const title = `${tested} of ${all} tested`;
    return html`<td class="figure" title="${title}">${tested}${readOnly && " r"}</td>`;
  });
  const sections = [...groupBy(testable, ({ section }) => section)].map(([section, own]) => {
    const rows = own.map(({ id, sentence, verdicts }) => {
      const name = html`<th class="name" scope="row" title="${safeText(sentence)}">${id}</th>`;
      const cells = verdicts.slice(first).map((outcome, index) => cell(outcome, index));
      return html`<tr id="${idOf(number, `row-${id}`)}">${name}${cells}</tr>`;
    });
    const sectionName = html`<th scope="rowgroup" colspan="${runs.length + 1}">${foreign(section)}</th>`;
    return html`<tbody><tr class="group">${sectionName}</tr>${rows}</tbody>`;
  });
  const nights = html`
    <table class="matrix">
      <thead>
        ${head("Day", days)}
        ${head("Conclusion", conclusions)}
        ${head("Tested (r: read-only)", figures)}
      </thead>
      ${sections}
    </table>`;
  return {
    id: idOf(number, "nights"),
    title: heading,
    lead: `A column a run, the newest at the right.${earlier} ${legend.join(" · ")}`,
    content: scrollBox(`${heading}, as a table`, nights),
  };
}

const percentiles = ["p50", "p95", "p99"] as const;
const tones = { p50: "good", p95: "warn", p99: "bad" } as const;
const width = 360;
const height = 90;
/** Nothing is measured finer, and a log scale has no 0. In ms. */
const least = 0.05;

/** How long responses took: a row an operation, the newest run in figures and all runs as a chart. */
export function latencies({ latency }: Series, number: number): PagePart {
  const title = titled(number, "Latency");
  const columns = ["Operation", ...percentiles, "All runs"];
  return {
    id: idOf(number, "latency"),
    title,
    lead: "The newest run that called the operation, and the least and the most of all runs. Each chart has a log scale.",
    content: table(`${title}, as a table`, columns, [["", latency]], cellsOf),
  };
}

function cellsOf({ operation, runs }: LatencyTrend) {
  const known = runs.filter((run) => run !== null);
  const figures = percentiles.map((percentile) => {
    const newest = inMilliseconds(known.at(-1)?.[percentile] ?? 0);
    const [low, high] = extent(known.map((run) => run[percentile])).map(inMilliseconds);
    const range = html`<span class="soft">${low} to ${high}</span>`;
    return html`<span class="time ${tones[percentile]}">${newest}</span><br>${range}`;
  });
  return [foreign(operation, 60), ...figures, chart(runs)];
}

function extent(times: readonly number[]): readonly [low: number, high: number] {
  return [Math.min(...times), Math.max(...times)];
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
