import type { VNode } from "preact";
import { Section } from "../../html/section.js";
import { Foreign, visible } from "../../html/visible.js";
import { dayOf, duration } from "../../html/wording.js";
import type { LatencyTrend } from "../series.js";
import type { PartOfSeries } from "./part.js";

const marks = ["p50", "p95", "p99"] as const;

type Mark = (typeof marks)[number];

const width = 360;
const height = 120;
/** Nothing is measured finer, and a log scale has no 0. In ms. */
const least = 0.05;

/** How long answers took, run by run: a chart for each operation, all on the same scale. */
export function Latencies({ series, prefix, suffix }: PartOfSeries): VNode | null {
  const { latency, runs } = series;
  if (latency.length === 0) return null;
  const times = latency.flatMap(({ runs: all }) => all.flatMap((each) => (each === null ? [] : [each])));
  const lowest = Math.max(
    times.reduce((low, { p50 }) => Math.min(low, p50), Number.MAX_VALUE),
    least,
  );
  const highest = Math.max(
    times.reduce((high, { p99 }) => Math.max(high, p99), least),
    lowest * 1.01,
  );
  const place = (time: number): number =>
    height - 4 - ((height - 8) * Math.log(Math.max(time, least) / lowest)) / Math.log(highest / lowest);
  return (
    <Section
      id={`${prefix}latency`}
      title={`How long answers took${suffix}`}
      lead={`Half of the answers of a run came within p50, 95 % within p95, 99 % within p99. A log scale from ${duration(lowest)} to ${duration(highest)}, from ${dayOf(runs[0]?.startedAt ?? "")} to ${dayOf(runs.at(-1)?.startedAt ?? "")}.`}
    >
      <div class="pictures">
        {latency.map((each) => (
          <Chart key={each.operation} latency={each} place={place} />
        ))}
      </div>
    </Section>
  );
}

function Chart({
  latency: { operation, runs },
  place,
}: {
  readonly latency: LatencyTrend;
  readonly place: (time: number) => number;
}): VNode {
  const newest = runs.findLast((each) => each !== null);
  return (
    <figure>
      <figcaption>
        <b>
          <Foreign text={operation} most={60} />
        </b>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Times of ${visible(operation).slice(0, 60)}`}
      >
        {marks.map((mark) => (
          <path key={mark} class={`line ${mark}`} d={pathOf(runs, mark, place)} />
        ))}
      </svg>
      <dl class="marks">
        {marks.map((mark) => (
          <div key={mark} class={mark}>
            <dt>{mark}</dt>
            <dd>
              {rangeOf(runs, mark)}
              {newest === undefined || newest === null ? "" : `, newest ${duration(newest[mark])}`}
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}

/** A line through the runs; it has a gap where a run did not call the operation. */
function pathOf(runs: LatencyTrend["runs"], mark: Mark, place: (time: number) => number): string {
  const step = (width - 8) / Math.max(runs.length - 1, 1);
  return runs
    .flatMap((each, index) => {
      if (each === null) return [];
      const isFirst = index === 0 || runs[index - 1] === null;
      const x = (4 + index * step).toFixed(1);
      // A line to where it begins is drawn as a dot.
      return [
        `${isFirst ? `M${x} ${place(each[mark]).toFixed(1)}` : ""}L${x} ${place(each[mark]).toFixed(1)}`,
      ];
    })
    .join("");
}

function rangeOf(runs: LatencyTrend["runs"], mark: Mark): string {
  const known = runs.flatMap((each) => (each === null ? [] : [each[mark]])).sort((a, b) => a - b);
  return `${duration(known[0] ?? 0)} to ${duration(known.at(-1) ?? 0)}`;
}
