import type { VNode } from "preact";
import type { Report } from "../../run/index.js";
import { Section } from "./section.js";
import { Foreign } from "./visible.js";

const mostChoices = 60;

/** What the server was seen to choose where the interface is silent. */
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
      isFolded
    >
      {seen.map(({ id, sentence, observations }) => (
        <details class="box" key={id}>
          <summary>
            <b>{id}</b> <Foreign text={sentence} />
          </summary>
          <ul class="plain">
            {observations.slice(0, mostChoices).map(({ choice, count }) => (
              <li key={choice}>
                <Foreign text={choice} most={200} /> <span class="aside">×{count}</span>
              </li>
            ))}
            {observations.length > mostChoices ? (
              <li>and {observations.length - mostChoices} more, in report.json</li>
            ) : (
              ""
            )}
          </ul>
        </details>
      ))}
    </Section>
  );
}
