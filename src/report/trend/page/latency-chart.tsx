import { scaleLog, scaleUtc } from "d3-scale";
import { line } from "d3-shape";
import type { VNode } from "preact";
import { visible } from "../../html/visible.js";
import { duration } from "../../html/wording.js";
import type { LatencyTrend, Series } from "../series.js";
import { shortDay } from "./dates.js";

/** The lines of a chart, the lowest first. */
export const marks = ["p50", "p95", "p99"] as const;

type Mark = (typeof marks)[number];

const width = 360;
const height = 190;
const plot = { left: 46, right: 284, top: 8, bottom: 162 };
/** Nothing is measured finer, and a log scale has no 0. */
const least = 0.05;
const oneDay = 86_400_000;

/** p50, p95 and p99 over time; each line carries its name and its newest value. */
export function LatencyChart({
  latency: { operation, runs: values },
  all,
  runs,
  id,
}: {
  readonly latency: LatencyTrend;
  /** Of all operations: they share a scale. */
  readonly all: readonly LatencyTrend[];
  readonly runs: Series["runs"];
  readonly id: string;
}): VNode {
  const points = runs.flatMap((run, index) => {
    const value = values[index];
    return [{ at: new Date(run.startedAt), value: value ?? undefined }];
  });
  const first = points[0]?.at ?? new Date(0);
  const last = points.at(-1)?.at ?? first;
  const x = scaleUtc([first, last], [plot.left + 6, plot.right - 6]);
  const y = scaleOf(all);
  const newest = points.findLast(({ value }) => value !== undefined)?.value;
  const isWithinDays = last.getTime() - first.getTime() < 2 * oneDay;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={`${id}-title ${id}-told`}>
      <title
        id={`${id}-title`}
      >{`Times of ${visible(operation).slice(0, 60)} over ${runs.length} runs`}</title>
      <desc id={`${id}-told`}>
        {newest === undefined
          ? "no times are known"
          : marks
              .map((mark) => `${mark}: ${tellRange(points, mark)}, newest ${duration(newest[mark])}`)
              .join("; ")}
      </desc>
      {ticksOf(y).map((tick) => (
        <g key={tick}>
          <line class="grid" x1={plot.left} x2={plot.right} y1={y(tick)} y2={y(tick)} />
          <text x={plot.left - 6} y={y(tick) + 4} text-anchor="end">
            {duration(tick)}
          </text>
        </g>
      ))}
      {dayTicks(first, last).map((day, index, { length }) => (
        <text
          key={day.getTime()}
          x={x(day)}
          y={height - 8}
          text-anchor={
            length === 1 ? "middle" : index === 0 ? "start" : index === length - 1 ? "end" : "middle"
          }
        >
          {shortDay(day, isWithinDays)}
        </text>
      ))}
      <line class="axis" x1={plot.left} x2={plot.right} y1={plot.bottom} y2={plot.bottom} />
      {marks.map((mark) => (
        <g key={mark} class={mark}>
          <path class="line" d={pathOf(points, mark, x, y)} />
          {lonely(points).map(({ at, value }) => (
            <circle key={at.getTime()} cx={x(at)} cy={y(Math.max(value[mark], least))} r={2.2} />
          ))}
        </g>
      ))}
      {newest === undefined
        ? ""
        : labelPlaces(newest, y).map(({ mark, at }) => (
            <g key={mark} class={mark}>
              <text class="label" x={plot.right + 6} y={at + 4}>
                {`${mark} ${duration(newest[mark])}`}
              </text>
            </g>
          ))}
    </svg>
  );
}

interface Point {
  readonly at: Date;
  readonly value: Readonly<Record<Mark, number>> | undefined;
}

type Scale = ReturnType<typeof scaleLog<number, number>>;

function scaleOf(all: readonly LatencyTrend[]): Scale {
  const values = all.flatMap(({ runs }) =>
    runs.flatMap((each) => (each === null ? [] : marks.map((mark) => each[mark]))),
  );
  const known = values.map((value) => Math.max(value, least));
  const lowest = known.reduce((low, each) => Math.min(low, each), 1e12);
  const highest = known.reduce((high, each) => Math.max(high, each), least);
  return scaleLog([Math.min(lowest, highest) / 1.25, highest * 1.25], [plot.bottom, plot.top]);
}

/** 1, 2 and 5 of each decade, or only 1 where that is too much. */
function ticksOf(y: Scale): readonly number[] {
  const all = y.ticks();
  const leading = (value: number): number => Math.round(value / 10 ** Math.floor(Math.log10(value) + 1e-9));
  const some = all.filter((tick) => [1, 2, 5].includes(leading(tick)));
  return some.length <= 7 ? some : all.filter((tick) => leading(tick) === 1);
}

/** First, middle and last day; one where there is but one moment. */
function dayTicks(first: Date, last: Date): readonly Date[] {
  const span = last.getTime() - first.getTime();
  if (span === 0) return [first];
  return span < 4 * oneDay ? [first, last] : [first, new Date(first.getTime() + span / 2), last];
}

function pathOf(points: readonly Point[], mark: Mark, x: (at: Date) => number, y: Scale): string {
  return (
    line<Point>()
      .defined(({ value }) => value !== undefined)
      .x(({ at }) => x(at))
      .y(({ value }) => y(Math.max(value?.[mark] ?? least, least)))([...points]) ?? ""
  );
}

/** Points without a neighbour: no line goes through them. */
function lonely(
  points: readonly Point[],
): readonly (Point & { readonly value: Readonly<Record<Mark, number>> })[] {
  return points.flatMap(({ at, value }, index) =>
    value !== undefined && points[index - 1]?.value === undefined && points[index + 1]?.value === undefined
      ? [{ at, value }]
      : [],
  );
}

function tellRange(points: readonly Point[], mark: Mark): string {
  const known = points
    .flatMap(({ value }) => (value === undefined ? [] : [value[mark]]))
    .sort((a, b) => a - b);
  return `${duration(known[0] ?? 0)} to ${duration(known.at(-1) ?? 0)}`;
}

/** Labels at the height of the lines' ends, but not upon each other. */
function labelPlaces(
  newest: Readonly<Record<Mark, number>>,
  y: Scale,
): readonly { readonly mark: Mark; readonly at: number }[] {
  const room = 14;
  const places = marks.map((mark) => ({ mark, at: y(Math.max(newest[mark], least)) }));
  let lowest = plot.bottom - 4;
  for (const place of places) {
    place.at = Math.min(place.at, lowest);
    lowest = place.at - room;
  }
  let highest = plot.top + 4;
  for (const place of places.toReversed()) {
    place.at = Math.max(place.at, highest);
    highest = place.at + room;
  }
  return places;
}
