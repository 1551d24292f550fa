import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { htmlDocument } from "../../html-document.js";
import { attentionGroups, describeSince } from "../summarise.js";
import type { Series, Trend } from "../trend-schema.js";
import { Latencies } from "./latency.js";
import { Matrix } from "./matrix.js";
import { idOf, Part, type SeriesProps, Text } from "./part.js";
import { style } from "./style.js";

/** The trend as one HTML file to look at, without scripts and without network. */
export function renderTrendPage(trend: Trend): string {
  const [newest] = trend.series;
  const title = `${newest === undefined ? "" : `${titleOf(newest)} · `}Pedigree trend`;
  return htmlDocument({ title, style, body: renderToString(<Page trend={trend} />) });
}

function titleOf({ runs, attention }: Series): string {
  const status = runs.at(-1)?.conclusion.status ?? "inconclusive";
  const count = attention.new.length;
  const failures = count === 0 ? "" : `, ${count === 1 ? "1 new failure" : `${count} new failures`}`;
  return `${status.charAt(0).toUpperCase()}${status.slice(1)}${failures}`;
}

function Page({ trend: { series, leftOut, tool } }: { readonly trend: Trend }): VNode {
  return (
    <main>
      {series.map((each, index) => (
        <TargetSeries key={each.target.baseUrl} series={each} number={index + 1} />
      ))}
      {leftOut.length === 0 ? (
        ""
      ) : (
        <Part name="unused" heading="Not used">
          <ul>
            {leftOut.slice(0, 200).map(({ path, reason }) => (
              <li key={path}>
                <Text text={`${path}: ${reason}`} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      <footer class="soft">
        Written by {tool.name} {tool.version} · the same for machines: <code>trend.json</code>
      </footer>
    </main>
  );
}

function TargetSeries({ series, number }: SeriesProps): VNode {
  const { target, summary, runs, contracts } = series;
  const status = runs.at(-1)?.conclusion.status ?? "inconclusive";
  const Title = number === 1 ? "h1" : "h2";
  const where = target.embedded ? "the embedded reference server" : target.baseUrl;
  const changed = contracts.length === 1 ? [] : [`The contract has changed: ${contracts.join(", ")}`];
  return (
    <article class="series">
      <header class={status.replaceAll(" ", "-")}>
        <Title>{titleOf(series)}</Title>
        <p>
          <Text text={target.name === undefined ? where : `${target.name} · ${where}`} most={400} />
        </p>
        <ul>
          {[...summary, ...changed].map((line) => (
            <li key={line}>
              <Text text={line} most={1000} />
            </li>
          ))}
        </ul>
      </header>
      <AttentionList series={series} number={number} />
      <Matrix series={series} number={number} />
      <Latencies series={series} number={number} />
    </article>
  );
}

function AttentionList({ series, number }: SeriesProps): VNode {
  const { requirements, attention, runs } = series;
  const shown = attentionGroups.filter(({ name }) => attention[name].length > 0);
  return (
    <Part
      number={number}
      name="attention"
      heading="What changed, and what needs attention"
      lead={shown.length === 0 ? "Nothing." : ""}
    >
      {shown.map(({ name, title }) => (
        <details key={name} class={name} open={attention[name].length <= 12}>
          <summary>
            {title} {attention[name].length}
          </summary>
          <ul>
            {requirements
              .filter(({ id }) => attention[name].includes(id))
              .map((each) => (
                <li key={each.id}>
                  <a href={`#${idOf(number, `row-${each.id}`)}`}>{each.id}</a> <Text text={each.sentence} />
                  <p class="soft">
                    <Text text={factsOf(each, runs)} most={800} />
                  </p>
                </li>
              ))}
          </ul>
        </details>
      ))}
    </Part>
  );
}

function factsOf(requirement: Series["requirements"][number], runs: Series["runs"]): string {
  const { last, flaky, recent, reason } = requirement;
  const { broken, runs: decided, changes } = recent;
  return [
    ...(last === undefined ? [] : [`${last} ${describeSince(requirement, runs)}`]),
    ...(flaky ? [`broken in ${broken} of the last ${decided} runs that decided it, ${changes} changes`] : []),
    ...(reason === undefined ? [] : [reason]),
  ].join("; ");
}
