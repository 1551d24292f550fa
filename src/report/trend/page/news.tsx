import type { VNode } from "preact";
import { Section } from "../../html/section.js";
import { Foreign } from "../../html/visible.js";
import { count } from "../../html/wording.js";
import { flakyChanges, flakyWindow } from "../history.js";
import { sinceWhen } from "../sentence.js";
import type { RequirementTrend, Series } from "../series.js";
import { type Standings, standingsOf } from "../standing.js";
import { rowId } from "./matrix.js";
import type { PartOfSeries } from "./part.js";

const groups: readonly {
  readonly name: keyof Standings;
  readonly title: string;
  readonly look: string;
  readonly lead?: string;
}[] = [
  { name: "newFailures", title: "New failures", look: "alarm" },
  { name: "fixed", title: "Fixed", look: "relief" },
  { name: "stillFailing", title: "Still failing", look: "alarm" },
  {
    name: "flaky",
    title: "Flaky",
    look: "",
    lead: `Changed between broken and kept at least ${flakyChanges} times in the last ${flakyWindow} runs that could tell, or failed now and then within one run.`,
  },
  { name: "warnings", title: "Warnings", look: "" },
  { name: "waived", title: "Waived", look: "", lead: "Known, and accepted for a time." },
  { name: "neverTested", title: "Never tested", look: "", lead: "No run of the series could tell." },
];

/** What is new and what calls for attention, requirement by requirement. */
export function News({ series, prefix, suffix }: PartOfSeries): VNode {
  const standings = standingsOf(series.requirements);
  const shown = groups.filter(({ name }) => standings[name].length > 0);
  return (
    <Section id={`${prefix}news`} title={`What calls for attention${suffix}`}>
      {shown.length === 0 ? <p class="lead">Nothing does.</p> : ""}
      <div class="news">
        {shown.map(({ name, title, look, lead }) => (
          <div key={name} class={look}>
            <h3>
              {title} <span class="count">{standings[name].length}</span>
            </h3>
            {lead === undefined ? "" : <p class="told">{lead}</p>}
            <ul>
              {standings[name].map((each) => (
                <Entry key={each.id} requirement={each} runs={series.runs} prefix={prefix} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  );
}

function Entry({
  requirement,
  runs,
  prefix,
}: {
  readonly requirement: RequirementTrend;
  readonly runs: Series["runs"];
  readonly prefix: string;
}): VNode {
  const { id, sentence, state, reason, recent, flaky, since } = requirement;
  const isBroken = state === "new failure" || state === "still failing";
  const often = `flaky: broken in ${recent.broken} of the last ${recent.runs} runs that could tell, ${count(recent.changes, "change")}`;
  const facts = [
    ...(since === undefined ? [] : [`${isBroken ? "broken" : "kept"} ${sinceWhen(requirement, runs)}`]),
    ...(flaky ? [often] : []),
    ...(isBroken && reason !== undefined ? [reason] : []),
  ];
  return (
    <li>
      <p>
        <a href={`#${rowId(prefix, id)}`}>
          <b>{id}</b>
        </a>{" "}
        <Foreign text={sentence} />
      </p>
      {facts.map((fact) => (
        <p class="told" key={fact}>
          <Foreign text={fact} most={300} />
        </p>
      ))}
    </li>
  );
}
