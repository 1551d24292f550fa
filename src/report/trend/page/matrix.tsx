import type { VNode } from "preact";
import { groupBy } from "../../group-by.js";
import { safeText } from "../../safe-text.js";
import { verdictSigns } from "../../verdict-signs.js";
import type { Outcome } from "../trend-schema.js";
import { idOf, Part, type SeriesProps, Text } from "./part.js";

/** More nights than these make a page that browsers are slow with. */
const mostNights = 400;

const tones: Readonly<Record<Outcome, string>> = {
  failed: "bad",
  waived: "mute",
  inconclusive: "doubt",
  warned: "doubt",
  untested: "mute",
  "not applicable": "mute",
  observed: "good",
  passed: "good",
};
const outcomes = {
  conforms: "passed",
  "does not conform": "failed",
  inconclusive: "inconclusive",
} as const;

/** Requirements by nights: the newest night at the right, which is where the box is scrolled to. */
export function Matrix({ series, number }: SeriesProps): VNode {
  const first = Math.max(0, series.runs.length - mostNights);
  const runs = series.runs.slice(first);
  const testable = series.requirements.filter(({ level }) => level !== "informative");
  const earlier = first === 0 ? "" : ` The ${first} runs before these are in trend.json.`;
  const legend = Object.entries(verdictSigns).map(([outcome, sign]) => `${sign} ${outcome}`);
  const cell = (outcome: Outcome | null, index: number, more = ""): VNode => {
    const title = `${runs[index]?.startedAt.slice(0, 10)}: ${outcome ?? "not in this run"}${more}`;
    const [sign, tone] = outcome === null ? ["", "mute"] : [verdictSigns[outcome], tones[outcome]];
    return (
      <td key={index} class={`cell ${tone}`} title={title} aria-label={title}>
        {sign}
      </td>
    );
  };
  const table = (
    <table class="matrix">
      <thead>
        <tr>
          <th class="name" scope="row">
            Day
          </th>
          {runs.map(({ id, startedAt }) => (
            <th key={id} scope="col" title={startedAt} aria-label={startedAt.slice(0, 10)}>
              {startedAt.slice(8, 10)}
            </th>
          ))}
        </tr>
        <tr>
          <th class="name" scope="row">
            Conclusion
          </th>
          {runs.map(({ conclusion, readOnly }, index) =>
            cell(outcomes[conclusion.status], index, readOnly ? ", read-only" : ""),
          )}
        </tr>
        <tr>
          <th class="name" scope="row">
            Tested (r: read-only)
          </th>
          {runs.map(({ id, tested, testable, readOnly }) => (
            <td key={id} class="figure" title={`${tested} of ${testable} tested`}>
              {tested}
              {readOnly ? " r" : ""}
            </td>
          ))}
        </tr>
      </thead>
      {[...groupBy(testable, ({ section }) => section)].map(([section, all]) => (
        <tbody key={section}>
          <tr class="group">
            <th scope="rowgroup" colSpan={runs.length + 1}>
              <Text text={section} />
            </th>
          </tr>
          {all.map(({ id, sentence, verdicts }) => (
            <tr key={id} id={idOf(number, `row-${id}`)}>
              <th class="name" scope="row" title={safeText(sentence)}>
                {id}
              </th>
              {verdicts.slice(first).map((outcome, index) => cell(outcome, index))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
  const lead = `A column a run, the newest at the right.${earlier} ${legend.join(" · ")}`;
  return <Part number={number} name="nights" heading="Night by night" lead={lead} table={table} />;
}
