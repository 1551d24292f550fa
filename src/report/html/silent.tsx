import type { VNode } from "preact";
import type { Report, RequirementReport } from "../../run/index.js";
import { groupBy } from "../group-by.js";
import { Section } from "./section.js";
import { Foreign } from "./visible.js";

type Observation = RequirementReport["observations"][number];

const mostOutcomes = 20;
const mostInputs = 40;

/** What the server does where the interface is silent: its profile. */
export function Silent({ report }: { readonly report: Report }): VNode | null {
  const seen = report.requirements.filter(
    ({ level, observations }) => level === "open" && observations.length > 0,
  );
  if (seen.length === 0) return null;
  return (
    <Section
      id="silent"
      title="Where the interface is silent"
      count={seen.length}
      lead="Points on which a server is free to choose, and what this one was seen to do. None of it counts against it."
    >
      <div class="choices">
        {seen.map((requirement) => (
          <div class="choice" key={requirement.id}>
            <h3>
              <span class="id">{requirement.id}</span> <Foreign text={requirement.sentence} />
            </h3>
            <Outcomes observations={requirement.observations} />
          </div>
        ))}
      </div>
    </Section>
  );
}

/** Choices such as `limit=0: refused with 400`, those that ended alike together. */
function Outcomes({ observations }: { readonly observations: readonly Observation[] }): VNode {
  const groups = [...groupBy(observations, ({ choice }) => split(choice).outcome)];
  const more = groups.length - mostOutcomes;
  return (
    <dl class="outcomes">
      {groups.slice(0, mostOutcomes).map(([outcome, all]) => (
        <div key={outcome}>
          <dt>
            <Foreign text={outcome} most={200} /> <span class="times">×{total(all)}</span>
          </dt>
          <Inputs all={all} />
        </div>
      ))}
      {more > 0 ? (
        <div>
          <dt>and {more} others, in report.json</dt>
        </div>
      ) : (
        ""
      )}
    </dl>
  );
}

function Inputs({ all }: { readonly all: readonly Observation[] }): VNode | null {
  const inputs = all.flatMap(({ choice }) => split(choice).input ?? []);
  if (inputs.length === 0) return null;
  return (
    <dd>
      {inputs.slice(0, mostInputs).map((input) => (
        <>
          <code class="chip">
            <Foreign text={input} most={90} />
          </code>{" "}
        </>
      ))}
      {inputs.length > mostInputs ? `and ${inputs.length - mostInputs} more` : ""}
    </dd>
  );
}

const total = (all: readonly Observation[]): number => all.reduce((sum, each) => sum + each.count, 0);

function split(choice: string): { readonly input?: string; readonly outcome: string } {
  const at = choice.lastIndexOf(": ");
  return at < 0 ? { outcome: choice } : { input: choice.slice(0, at), outcome: choice.slice(at + 2) };
}
