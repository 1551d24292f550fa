import { foreign, type PagePart, renderPart } from "../html/part.js";
import { baseStyle } from "../html/style.js";
import { faces } from "../html/verdict-badge.js";
import { html, htmlDocument, type Markup } from "../markup.js";
import { present } from "../safe-text.js";
import { attentionGroups, describeSince } from "./attention.js";
import { idOf, latencies, matrix, titled } from "./run-by-run.js";
import type { Series, Trend } from "./trend-schema.js";

/** The trend as one HTML file to look at, without scripts and without network. */
export function renderTrendPage({ series, leftOut, tool }: Trend): string {
  const [newest] = series;
  const title = `${newest === undefined ? "" : `${titleOf(newest)} · `}Pedigree trend`;
  const unused = leftOut
    .slice(0, 200)
    .map(({ path, reason }) => html`<li>${foreign(`${path}: ${reason}`)}</li>`);
  const writer = `Written by ${tool.name} ${tool.version}`;
  return htmlDocument({
    title,
    style,
    body: html`
      <main class="wide">
        ${series.map((each, index) => renderSeries(each, index + 1))}
        ${unused.length > 0 && renderPart({ id: "unused", title: "Not used", content: html`<ul>${unused}</ul>` })}
        <footer class="soft">${writer} · the same for machines: <code>trend.json</code></footer>
      </main>`,
  });
}

function faceOf({ runs }: Series) {
  return faces[runs.at(-1)?.conclusion.status ?? "inconclusive"];
}

function titleOf(series: Series): string {
  const count = series.attention.new.length;
  const failures = count === 0 ? "" : `, ${count === 1 ? "1 new failure" : `${count} new failures`}`;
  return `${faceOf(series).title}${failures}`;
}

/** The runs against one target. */
function renderSeries(series: Series, number: number): Markup {
  const { target, summary, contracts } = series;
  const title = titleOf(series);
  const where = target.embedded ? "the embedded reference server" : target.baseUrl;
  const changed = contracts.length === 1 ? [] : [`The contract has changed: ${contracts.join(", ")}`];
  const parts = [attention(series, number), matrix(series, number), latencies(series, number)];
  return html`
    <article class="series">
      <header class="${faceOf(series).tone}">
        ${number === 1 ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}
        <p>${foreign(target.name === undefined ? where : `${target.name} · ${where}`, 400)}</p>
        <ul>${[...summary, ...changed].map((line) => html`<li>${foreign(line, 1000)}</li>`)}</ul>
      </header>
      ${parts.map(renderPart)}
    </article>`;
}

function attention({ requirements, attention, runs }: Series, number: number): PagePart {
  const shown = attentionGroups.filter(([name]) => attention[name].length > 0);
  const groups = shown.map(([name, title]) => {
    const own = requirements.filter(({ id }) => attention[name].includes(id));
    const items = own.map((each) => {
      const row = html`<a href="#${idOf(number, `row-${each.id}`)}">${each.id}</a>`;
      const facts = html`<p class="soft">${foreign(factsOf(each, runs), 800)}</p>`;
      return html`<li>${row} ${foreign(each.sentence)}${facts}</li>`;
    });
    return html`
      <details class="card ${name}"${own.length <= 12 && " open"}>
        <summary>${title} ${own.length}</summary>
        <ul>${items}</ul>
      </details>`;
  });
  return {
    id: idOf(number, "attention"),
    title: titled(number, "Changes, and points that need attention"),
    lead: shown.length === 0 ? "Nothing." : "",
    content: groups,
  };
}

function factsOf(requirement: Series["requirements"][number], runs: Series["runs"]): string {
  const { last, flaky, recent, reason } = requirement;
  const { broken, runs: decided, changes } = recent;
  return present(
    last && `${last} ${describeSince(requirement, runs)}`,
    flaky && `broken in ${broken} of the last ${decided} runs that decided it, ${changes} changes`,
    reason,
  ).join("; ");
}

/** The style sheet of the page: that of reports, and what only a trend has. */
const style = `${baseStyle}
main.wide { padding-top: 24px; padding-bottom: 48px; }
section:has(> details) { padding-top: 36px; }
.series + .series { margin-top: 64px; border-top: 3px solid var(--line); padding-top: 24px; }
.series ul { list-style: disc; padding-left: 20px; margin: 8px 0; }
header { border-left: 6px solid var(--tone); padding: 4px 16px; }
.card { padding: 8px 14px; }
.card > summary { font-weight: 600; }
.new, .failing { border-left: 4px solid light-dark(#b3261e, #ff9a92); }
.fixed { border-left: 4px solid light-dark(#14683f, #74d6a3); }
.scroll:has(.matrix) { direction: rtl; }
.matrix { direction: ltr; width: auto; margin-right: auto; border-collapse: separate; border-spacing: 1px; overflow-wrap: normal; }
.matrix th, .matrix td { padding: 0; border: 0; line-height: 20px; }
.matrix td { min-width: 16px; }
.matrix thead th, .figure { font-size: 10px; text-align: center; }
.matrix .name { position: sticky; left: 0; z-index: 1; background: var(--card); padding: 0 12px; text-align: left; font-size: 12.5px; white-space: nowrap; }
.matrix .group th { padding-top: 8px; }
.matrix .group bdi { position: sticky; left: 0; padding-left: 12px; }
.cell { text-align: center; font-size: 11px; font-weight: 700; color: var(--tone); }
.cell.bad { background: var(--solid); color: #fff; }
svg { display: block; width: 360px; height: 90px; }
.line { fill: none; stroke: var(--tone); stroke-width: 1.75; }
.time { color: var(--tone); }
@media print { .cell { print-color-adjust: exact; } li { break-inside: avoid; } }
`;
