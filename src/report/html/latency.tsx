import { scaleLog } from "d3-scale";
import { area, curveMonotoneX, line } from "d3-shape";
import type { VNode } from "preact";
import type { Report } from "../../run/index.js";
import { Section } from "./section.js";
import { Foreign, visible } from "./visible.js";
import { duration, group } from "./wording.js";

type Latency = Report["statistics"]["latency"][string];

const width = 340;
const height = 132;
const bottom = 108;
const top = 24;
/** Classes in a decade, as the tally makes them. */
const perDecade = 10;

/** How long answers took: a distribution for each operation, all on the same scale. */
export function LatencyPictures({ report }: { readonly report: Report }): VNode | null {
  const all = Object.entries(report.statistics.latency).filter(
    ([, { distribution }]) => distribution.length > 0,
  );
  if (all.length === 0) return null;
  const slowest = Math.max(...all.map(([, { max }]) => max), 1);
  return (
    <Section
      id="latency"
      title="How long answers took"
      lead="Log scale, the same for all. The run asks many things at once: these are the times of a busy server."
    >
      <div class="pictures">
        {all.map(([operation, latency], index) => (
          <figure key={operation}>
            <figcaption>
              <b>
                <Foreign text={operation} most={60} />
              </b>{" "}
              <span class="aside">{group(answersOf(latency))} answers</span>
            </figcaption>
            <Distribution name={operation} latency={latency} slowest={slowest} id={`latency-${index}`} />
            <dl class="marks">
              {(["p50", "p95", "p99", "max"] as const).map((mark) => (
                <div key={mark}>
                  <dt>{mark === "max" ? "longest" : mark}</dt>
                  <dd>{duration(latency[mark])}</dd>
                </div>
              ))}
            </dl>
          </figure>
        ))}
      </div>
    </Section>
  );
}

function Distribution({
  name,
  latency,
  slowest,
  id,
}: {
  readonly name: string;
  readonly latency: Latency;
  readonly slowest: number;
  readonly id: string;
}): VNode {
  const scale = scaleLog([0.1, 10 ** Math.ceil(Math.log10(slowest))], [4, width - 4]).clamp(true);
  const points = curveOf(latency);
  const most = Math.max(...points.map(([, count]) => count), 1);
  const x = ([at]: readonly [number, number]): number => scale(at);
  const y = ([, count]: readonly [number, number]): number => bottom - (count / most) * (bottom - top);
  const fill = area<readonly [number, number]>(x, bottom, y).curve(curveMonotoneX)([...points]) ?? "";
  const edge = line<readonly [number, number]>(x, y).curve(curveMonotoneX)([...points]) ?? "";
  const decades = scale.ticks().filter((tick) => Number.isInteger(Math.round(Math.log10(tick) * 1e6) / 1e6));
  const told = `half of the answers came within ${duration(latency.p50)}, 95 % within ${duration(latency.p95)}, 99 % within ${duration(latency.p99)}; the longest took ${duration(latency.max)}`;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={`${id}-title ${id}-told`}>
      <title id={`${id}-title`}>Distribution of the times of {visible(name).slice(0, 60)}</title>
      <desc id={`${id}-told`}>{told}</desc>
      {decades.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={scale(tick)} x2={scale(tick)} y1={top} y2={bottom} />
          <text class="tick" x={scale(tick)} y={bottom + 16} text-anchor={anchorAt(scale(tick))}>
            {tick >= 1000 ? `${tick / 1000} s` : `${tick} ms`}
          </text>
        </g>
      ))}
      <path class="area" d={fill} />
      <path class="edge" d={edge} />
      <line class="axis" x1={0} x2={width} y1={bottom} y2={bottom} />
      {markPlaces(latency, scale).map(({ mark, at, label }) => (
        <g key={mark}>
          <line class={`mark ${mark}`} x1={at} x2={at} y1={top - 4} y2={bottom} />
          <text class="mark" x={label} y={top - 9} text-anchor="middle">
            {mark}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** The counts of all classes from the first to the last, empty ones too, at the middle of each class. */
function curveOf({ distribution }: Latency): readonly (readonly [number, number])[] {
  const indexOf = (upTo: number): number => Math.round(Math.log10(upTo) * perDecade);
  const counts = new Map<number, number>();
  for (const { upTo, count } of distribution) {
    const index = indexOf(Math.max(upTo, 0.1));
    counts.set(index, (counts.get(index) ?? 0) + count);
  }
  const first = Math.min(...counts.keys()) - 1;
  const last = Math.max(...counts.keys()) + 1;
  return Array.from({ length: last - first + 1 }, (_, step) => {
    const index = first + step;
    return [10 ** ((index - 0.5) / perDecade), counts.get(index) ?? 0] as const;
  });
}

/** Where the marks and their labels stand: labels make room for each other. */
function markPlaces(
  latency: Latency,
  scale: (value: number) => number,
): readonly { mark: string; at: number; label: number }[] {
  const room = 28;
  const places = (["p50", "p95", "p99"] as const).map((mark) => {
    const at = scale(Math.max(latency[mark], 0.1));
    return { mark, at, label: at };
  });
  let least = 12;
  for (const place of places) {
    place.label = Math.max(place.label, least);
    least = place.label + room;
  }
  let greatest = width - 12;
  for (const place of places.toReversed()) {
    place.label = Math.min(place.label, greatest);
    greatest = place.label - room;
  }
  return places;
}

const anchorAt = (x: number): "start" | "middle" | "end" =>
  x < 20 ? "start" : x > width - 20 ? "end" : "middle";
const answersOf = ({ distribution }: Latency): number =>
  distribution.reduce((sum, { count }) => sum + count, 0);
