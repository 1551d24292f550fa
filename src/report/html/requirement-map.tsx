import type { VNode } from "preact";
import { type Report, type RequirementReport, verdicts } from "../../run/index.js";
import { groupBy } from "../group-by.js";
import { Section } from "./section.js";
import { hasStory, looks, rowId, standingOf, storyId } from "./verdicts.js";
import { visible } from "./visible.js";

/** All requirements at a glance: a tile each, by section. */
export function RequirementMap({ report }: { readonly report: Report }): VNode {
  const sections = [...groupBy(report.requirements, ({ section }) => section)];
  return (
    <Section id="map" title="All requirements at a glance">
      <Legend report={report} />
      <div class="map">
        {sections.map(([section, requirements]) => (
          <div class="row" key={section}>
            <h3>{visible(section)}</h3>
            <ul>
              {requirements.map((each) => (
                <Tile key={each.id} requirement={each} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  );
}

function Tile({ requirement }: { readonly requirement: RequirementReport }): VNode {
  const { id, sentence } = requirement;
  const standing = standingOf(requirement);
  const { sign, tone } = looks[standing];
  return (
    <li>
      <a
        class={`tile ${tone}`}
        href={`#${hasStory(requirement) ? storyId(id) : rowId(id)}`}
        title={`${standing}: ${sentence}`}
      >
        <span aria-hidden="true">{sign}</span> {id}
        <span class="hidden">, {standing}</span>
      </a>
    </li>
  );
}

/** Signs, words and counts of the verdicts that occur. */
function Legend({ report }: { readonly report: Report }): VNode {
  const standings = report.requirements.map(standingOf);
  const order = ["failed", "waived", ...verdicts.filter((each) => each !== "failed")] as const;
  const counted = order
    .map((standing) => ({ standing, number: standings.filter((each) => each === standing).length }))
    .filter(({ number }) => number > 0);
  return (
    <>
      <div class="share" aria-hidden="true">
        {counted.map(({ standing, number }) => (
          <span key={standing} class={looks[standing].tone} style={`flex-grow:${number}`} />
        ))}
      </div>
      <ul class="legend">
        {counted.map(({ standing, number }) => (
          <li key={standing}>
            <span class={`key ${looks[standing].tone}`} aria-hidden="true">
              {looks[standing].sign}
            </span>{" "}
            <b>{number}</b> {standing}
          </li>
        ))}
      </ul>
    </>
  );
}
