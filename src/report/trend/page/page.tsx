import type { VNode } from "preact";
import { Section } from "../../html/section.js";
import { Code, Foreign } from "../../html/visible.js";
import type { LeftOut } from "../find-reports.js";
import type { Series } from "../series.js";
import type { Trend } from "../trend.js";
import { Head, OtherTarget } from "./head.js";
import { Latencies } from "./latency.js";
import { Matrix } from "./matrix.js";
import { News } from "./news.js";
import { Runs } from "./runs.js";

/** The body of the page: the news first, then each target's series. */
export function Page({ trend }: { readonly trend: Trend }): VNode {
  const [newest] = trend.series;
  return (
    <>
      <a class="skip" href="#main">
        To what is new
      </a>
      {newest === undefined ? "" : <Head trend={trend} series={newest} />}
      <main id="main" class="wide">
        {trend.series.map((series, index) => (
          <TargetSeries key={series.target.baseUrl} series={series} index={index} />
        ))}
        <Unused leftOut={trend.leftOut} />
      </main>
      <footer class="wide">
        Written by {trend.tool.name} {trend.tool.version} · the same for machines: <code>trend.json</code>
      </footer>
    </>
  );
}

function TargetSeries({ series, index }: { readonly series: Series; readonly index: number }): VNode {
  const prefix = index === 0 ? "" : `target-${index + 1}-`;
  const suffix = index === 0 ? "" : ` (target ${index + 1})`;
  return (
    <section class="series" aria-label={`Target ${index + 1}`}>
      {index === 0 ? "" : <OtherTarget series={series} id={`${prefix}head`} />}
      <News series={series} prefix={prefix} suffix={suffix} />
      <Matrix series={series} prefix={prefix} suffix={suffix} />
      <Latencies series={series} prefix={prefix} suffix={suffix} />
      <Runs series={series} prefix={prefix} suffix={suffix} />
    </section>
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
