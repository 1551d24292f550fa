import type { VNode } from "preact";
import { Section } from "../../html/section.js";
import { Code, Foreign } from "../../html/visible.js";
import type { LeftOut } from "../find-reports.js";
import type { Series } from "../series.js";
import type { Trend } from "../trend.js";
import { Choices } from "./choices.js";
import { Head, Target, titleOf } from "./head.js";
import { Latencies } from "./latency.js";
import { Matrix } from "./matrix.js";
import { News } from "./news.js";
import { placeOf } from "./place.js";
import { Runs } from "./runs.js";
import { Sentence } from "./sentence.js";
import { Conclusions } from "./strip.js";

/** The body of the page: the news first, then each target's series. */
export function Page({ trend }: { readonly trend: Trend }): VNode {
  const [newest] = trend.series;
  return (
    <>
      <a class="skip" href="#main">
        To what is new
      </a>
      {newest === undefined ? "" : <Head trend={trend} series={newest} />}
      <div class="wide">
        <Contents trend={trend} />
        <main id="main">
          {trend.series.map((series, index) => (
            <TargetSeries key={series.target.baseUrl} series={series} index={index} />
          ))}
          <Unused leftOut={trend.leftOut} />
        </main>
      </div>
      <footer class="wide">
        Written by {trend.tool.name} {trend.tool.version} · the same for machines: <code>trend.json</code>
      </footer>
    </>
  );
}

function TargetSeries({ series, index }: { readonly series: Series; readonly index: number }): VNode {
  const place = placeOf(index);
  return (
    <div class="series">
      {index === 0 ? (
        ""
      ) : (
        <div class="target-head" id={`${place.id}head`}>
          <h2>{`Target ${index + 1}: ${titleOf(series)}`}</h2>
          <p>
            <Sentence text={series.sentence} />
          </p>
          <Target series={series} />
        </div>
      )}
      <News series={series} place={place} />
      <Conclusions series={series} place={place} />
      <Matrix series={series} place={place} />
      <Latencies series={series} place={place} />
      <Choices series={series} place={place} />
      <Runs series={series} place={place} />
    </div>
  );
}

function Contents({ trend: { series, leftOut } }: { readonly trend: Trend }): VNode {
  const entries: readonly (readonly [id: string, title: string])[] = [
    ["news", "What calls for attention"],
    ["conclusions", "Conclusions"],
    ["nights", "Night by night"],
    ...((series[0]?.latency.length ?? 0) > 0 ? [["latency", "How long answers took"] as const] : []),
    ...((series[0]?.runs.length ?? 0) > 1 ? [["choices", "Where the interface is silent"] as const] : []),
    ["runs", "The runs"],
    ...series
      .slice(1)
      .map(({ target }, index) => [`${placeOf(index + 1).id}head`, target.name ?? target.baseUrl] as const),
    ...(leftOut.length > 0 ? [["unused", "Not used"] as const] : []),
  ];
  return (
    <nav class="contents" aria-label="Contents">
      <ul>
        {entries.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>
              <Foreign text={title} most={80} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Unused({ leftOut }: { readonly leftOut: readonly LeftOut[] }): VNode | null {
  if (leftOut.length === 0) return null;
  return (
    <Section id="unused" title="Not used" count={leftOut.length}>
      <ul class="plain">
        {leftOut.slice(0, 200).map(({ path, reason }) => (
          <li key={path}>
            <Code text={path} most={300} />: <Foreign text={reason} most={300} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
