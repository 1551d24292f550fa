import type { VNode } from "preact";
import { groupBy } from "../../group-by.js";
import { Section } from "../../html/section.js";
import { Code, Foreign } from "../../html/visible.js";
import { type ChoiceChange, type ChoiceStep, pairChoices } from "../choices.js";
import type { Series } from "../series.js";
import { dayOf } from "./dates.js";
import type { Place } from "./place.js";

const mostRuns = 60;
const mostSteps = 12;

/** Where the interface is silent: when the server began to choose otherwise. */
export function Choices({ series, place }: { readonly series: Series; readonly place: Place }): VNode | null {
  const { choices, runs, requirements } = series;
  if (runs.length < 2) return null;
  const byRun = [...groupBy(choices, ({ run }) => run)].sort(([left], [right]) => right - left);
  const sentences = new Map(requirements.map((each) => [each.id, each.sentence]));
  return (
    <Section
      id={`${place.id}choices`}
      title={`Where the interface is silent${place.suffix}`}
      lead={
        byRun.length === 0
          ? "The server chose the same in all runs."
          : "Each is allowed. When the server was first seen to choose otherwise than in the run before that looked:"
      }
    >
      {byRun.length === 0 ? (
        ""
      ) : (
        <ol class="changes">
          {byRun.slice(0, mostRuns).map(([run, changes]) => (
            <li key={run}>
              <time dateTime={runs[run]?.startedAt ?? ""}>{dayOf(runs[run]?.startedAt ?? "")}</time>
              <div>
                {changes.map((change) => (
                  <Change
                    key={change.requirement}
                    change={change}
                    sentence={sentences.get(change.requirement) ?? ""}
                  />
                ))}
              </div>
            </li>
          ))}
        </ol>
      )}
      {byRun.length > mostRuns ? <p class="none">Earlier ones are in trend.json.</p> : ""}
    </Section>
  );
}

function Change({ change, sentence }: { readonly change: ChoiceChange; readonly sentence: string }): VNode {
  const steps = pairChoices(change);
  return (
    <div class="about">
      <p>
        <b>{change.requirement}</b> <Foreign text={sentence} />
      </p>
      <ul>
        {steps.slice(0, mostSteps).map((step) => (
          <li key={`${step.about} ${step.from} ${step.to}`}>
            <Step step={step} />
          </li>
        ))}
      </ul>
      {steps.length > mostSteps ? <p class="none">and {steps.length - mostSteps} more</p> : ""}
    </div>
  );
}

function Step({ step: { about, from, to } }: { readonly step: ChoiceStep }): VNode {
  if (from === undefined) {
    return (
      <>
        new: <Code text={to ?? ""} most={200} />
      </>
    );
  }
  if (to === undefined) {
    return (
      <>
        not seen any more: <Code text={from} most={200} />
      </>
    );
  }
  return (
    <>
      {about === undefined ? (
        ""
      ) : (
        <>
          <Code text={about} most={200} />:{" "}
        </>
      )}
      <Code text={from} most={120} /> <span aria-hidden="true">→</span>
      <span class="hidden">became</span> <Code text={to} most={120} />
    </>
  );
}
