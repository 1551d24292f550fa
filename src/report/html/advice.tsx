import type { VNode } from "preact";
import type { Report } from "../../run/index.js";
import { Section } from "./section.js";
import { hasStory, standingOf, storyId, VerdictBadge } from "./verdicts.js";
import { Foreign } from "./visible.js";

/** Advice of the HTTP standards, and whether it is followed. */
export function Advice({ report }: { readonly report: Report }): VNode | null {
  const advice = report.requirements.filter(({ level }) => level === "advice");
  if (advice.length === 0) return null;
  return (
    <Section
      id="advice"
      title="Advice"
      count={advice.length}
      lead="What the HTTP standards recommend. A server that does otherwise still conforms."
    >
      <ul class="advice">
        {advice.map((each) => (
          <li key={each.id}>
            <VerdictBadge standing={standingOf(each)} />
            <span>
              <b>{hasStory(each) ? <a href={`#${storyId(each.id)}`}>{each.id}</a> : each.id}</b>{" "}
              <Foreign text={each.sentence} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
