import { scaleBand, scaleLinear } from "d3-scale";
import type { VNode } from "preact";
import type { RunOfSeries } from "../series.js";
import { dayOf, minuteOf } from "./dates.js";

const width = 360;
const height = 96;
const bottom = 78;

/** One figure of all runs: a bar each, with the range and the newest value told. */
export function Bars({
  title,
  values,
  runs,
  tell,
  id,
}: {
  readonly title: string;
  readonly values: readonly number[];
  readonly runs: readonly RunOfSeries[];
  readonly tell: (value: number) => string;
  readonly id: string;
}): VNode {
  const sorted = values.toSorted((left, right) => left - right);
  const highest = sorted.at(-1) ?? 0;
  const newest = values.at(-1) ?? 0;
  const range = `${tell(sorted[0] ?? 0)} to ${tell(highest)}`;
  const x = scaleBand(
    values.map((_, index) => index),
    [0, width],
  ).paddingInner(0.22);
  const y = scaleLinear([0, Math.max(highest, 1)], [bottom, 6]);
  const label = id.replaceAll(" ", "-");
  return (
    <>
      <figcaption>
        <b>{title}</b> <span class="aside">{`newest ${tell(newest)}, range ${range}`}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={label}>
        <title id={label}>{`${title} of ${runs.length} runs: ${range}, newest ${tell(newest)}`}</title>
        {values.map((value, index) => (
          <rect
            key={runs[index]?.id ?? index}
            class={index === values.length - 1 ? "bar newest" : "bar"}
            x={round(x(index) ?? 0)}
            y={round(y(value))}
            width={round(Math.min(x.bandwidth(), 40))}
            height={round(bottom - y(value))}
          >
            <title>{`${minuteOf(runs[index]?.startedAt ?? "")}: ${tell(value)}`}</title>
          </rect>
        ))}
        <line class="grid" x1={0} x2={width} y1={bottom} y2={bottom} />
        <text x={0} y={height - 3}>
          {dayOf(runs[0]?.startedAt ?? "")}
        </text>
        <text x={width} y={height - 3} text-anchor="end">
          {dayOf(runs.at(-1)?.startedAt ?? "")}
        </text>
      </svg>
    </>
  );
}

/** Files stay small without the fifteenth digit. */
const round = (value: number): number => Math.round(value * 10) / 10;
