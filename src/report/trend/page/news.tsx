import type { VNode } from "preact";
import { Section } from "../../html/section.js";
import { looks } from "../../html/verdicts.js";
import { Foreign } from "../../html/visible.js";
import { count } from "../../html/wording.js";
import { flakyChanges, flakyWindow } from "../history.js";
import { sinceWhen } from "../sentence.js";
import type { RequirementTrend, Series } from "../series.js";
import { type Standing, standingsOf } from "../standing.js";
import { nightOf, notesOf } from "./cell.js";
import { dayOf } from "./dates.js";
import { rowId } from "./matrix.js";
import type { Place } from "./place.js";

/** What is new and what calls for attention, requirement by requirement. */
export function News({ series, place }: { readonly series: Series; readonly place: Place }): VNode {
  const standing = standingsOf(series.requirements);
  const shown = groups.filter(({ name }) => standing[name].length > 0);
  const kept = series.requirements.filter(({ state, flaky }) => state === "kept" && !flaky).length;
  const others = `${count(kept, "requirement")} ${kept === 1 ? "was" : "were"} kept in the last run that could tell, and ${kept === 1 ? "is" : "are"} steady.`;
  return (
    <Section id={`${place.id}news`} title={`What calls for attention${place.suffix}`} lead={others}>
      {shown.length === 0 ? <p class="lead">Nothing does.</p> : ""}
      <div class="news">
        {shown.map(({ name, title, look, lead }) => (
          <div key={name} class={look}>
            <h3>
              {title} <span class="count">{standing[name].length}</span>
            </h3>
            {lead === undefined ? "" : <p class="told">{lead}</p>}
            {name === "neverTested" ? (
              <p>{standing[name].map((each) => each.id).join(", ")}</p>
            ) : (
              <ul>
                {standing[name].map((each) => (
                  <Entry key={each.id} requirement={each} series={series} id={place.id} />
                ))}
              </ul>
            )}
          </div>
        ))}
      </div>
    </Section>
  );
}

const flakyLead = `Changed between broken and kept at least ${flakyChanges} times in the last ${flakyWindow} runs that could tell, or failed now and then within one run.`;

const groups: readonly {
  readonly name: keyof Standing;
  readonly title: string;
  readonly look: string;
  readonly lead?: string;
}[] = [
  { name: "newFailures", title: "New failures", look: "alarm" },
  { name: "fixed", title: "Fixed", look: "relief" },
  { name: "stillFailing", title: "Still failing", look: "alarm" },
  { name: "flaky", title: "Flaky", look: "", lead: flakyLead },
  { name: "warnings", title: "Warnings", look: "" },
  { name: "waived", title: "Waived", look: "", lead: "Known, and accepted for a time." },
  { name: "neverTested", title: "Never tested", look: "", lead: "No run of the series could tell." },
];

function Entry({
  requirement,
  series: { runs },
  id,
}: {
  readonly requirement: RequirementTrend;
  readonly series: Series;
  readonly id: string;
}): VNode {
  const { state, recent, flaky, lastTold } = requirement;
  const reason = lastTold === undefined ? undefined : notesOf(requirement).get(lastTold)?.reason;
  const isBroken = state === "new failure" || state === "still failing";
  return (
    <li>
      <p>
        <a href={`#${rowId(id, requirement)}`}>
          <b>{requirement.id}</b>
        </a>{" "}
        <Foreign text={requirement.sentence} />
      </p>
      <p class="told">
        <b>
          {isBroken ? "broken" : "kept"} {sinceWhen(requirement, runs)}
        </b>
        {flaky ? `; ${tellFlaky(recent)}` : ""}
      </p>
      {reason === undefined || !isBroken ? (
        ""
      ) : (
        <p class="told">
          <Foreign text={reason} most={300} />
        </p>
      )}
      <Recent requirement={requirement} runs={runs} />
    </li>
  );
}

function tellFlaky({ runs, broken, intermittent, changes }: RequirementTrend["recent"]): string {
  const often = intermittent === 0 ? "" : `, ${intermittent} of these times only now and then within the run`;
  return `flaky: broken in ${broken} of the last ${runs} runs that could tell${often}; ${count(changes, "change")}`;
}

/** The last nights as a small picture; the table has them in words. */
function Recent({
  requirement,
  runs,
}: {
  readonly requirement: RequirementTrend;
  readonly runs: Series["runs"];
}): VNode {
  const notes = notesOf(requirement);
  const first = Math.max(0, runs.length - 20);
  return (
    <div class="recent" aria-hidden="true">
      {runs.slice(first).map(({ id, startedAt }, index) => {
        const night = nightOf(requirement, notes, first + index);
        const standing = night?.standing ?? "not applicable";
        return <span key={id} class={looks[standing].tone} title={`${dayOf(startedAt)}: ${standing}`} />;
      })}
    </div>
  );
}
