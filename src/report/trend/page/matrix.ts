import { type Part, scrollBox } from "../../html/part.js";
import { foreign } from "../../html/text.js";
import { looks } from "../../html/verdict.js";
import { type Content, html, type Markup } from "../../markup.js";
import { groupBy } from "../../requirement-facts.js";
import { safeText } from "../../safe-text.js";
import type { Outcome, Series } from "../trend-schema.js";

/** More nights than these make a page that browsers are slow with. */
const mostNights = 400;

const outcomes = {
  conforms: "passed",
  "does not conform": "failed",
  inconclusive: "inconclusive",
} as const;

/** Requirements by nights: the newest night at the right, which is where the box is scrolled to. */
export function matrix(series: Series, idOf: (name: string) => string): Part {
  const first = Math.max(0, series.runs.length - mostNights);
  const runs = series.runs.slice(first);
  const testable = series.requirements.filter(({ level }) => level !== "informative");
  const earlier = first === 0 ? "" : ` The ${first} runs before these are in trend.json.`;
  const legend = Object.entries(looks).map(([outcome, { sign }]) => `${sign} ${outcome}`);
  const cell = (outcome: Outcome | null, index: number, more = ""): Markup => {
    const title = `${runs[index]?.startedAt.slice(0, 10)}: ${outcome ?? "not in this run"}${more}`;
    const { sign, tone } = outcome === null ? { sign: "", tone: "mute" } : looks[outcome];
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
      return html`<tr id="${idOf(`row-${id}`)}">${name}${cells}</tr>`;
    });
    const heading = html`<th scope="rowgroup" colspan="${runs.length + 1}">${foreign(section)}</th>`;
    return html`<tbody><tr class="group">${heading}</tr>${rows}</tbody>`;
  });
  const table = html`
    <table class="matrix">
      <thead>
        ${head("Day", days)}
        ${head("Conclusion", conclusions)}
        ${head("Tested (r: read-only)", figures)}
      </thead>
      ${sections}
    </table>`;
  return {
    id: idOf("nights"),
    title: "Night by night",
    lead: `A column a run, the newest at the right.${earlier} ${legend.join(" · ")}`,
    content: scrollBox("Night by night, as a table", table),
  };
}
