import type { VNode } from "preact";
import type { Report, RequirementReport } from "../../run/index.js";
import { groupBy } from "../group-by.js";
import { type ShownVerdict, verdictSigns } from "../verdict-signs.js";
import { groupOf } from "./findings.js";
import type { Part } from "./part.js";
import { visible } from "./text.js";
import { badge, findingsId, rowId, shownVerdict, tones } from "./verdict.js";

/** All requirements at a glance: how many have each verdict, and a tile for each, by section. */
export function glance({ requirements }: Report): Part {
  const byVerdict = groupBy(requirements, shownVerdict);
  const verdicts = (Object.keys(verdictSigns) as ShownVerdict[]).filter((verdict) => byVerdict.has(verdict));
  return {
    id: "glance",
    title: "At a glance",
    count: requirements.length,
    content: (
      <>
        <ul class="legend">
          {verdicts.map((verdict) => (
            <li key={verdict}>
              <b>{byVerdict.get(verdict)?.length}</b> {badge(verdict)}
            </li>
          ))}
        </ul>
        <div class="card">
          {[...groupBy(requirements, ({ section }) => section)].map(([section, own]) => (
            <div class="row" key={section}>
              <h3>{visible(section)}</h3>
              <ul>{own.map(tile)}</ul>
            </div>
          ))}
        </div>
      </>
    ),
  };
}

function tile(requirement: RequirementReport): VNode {
  const { id, sentence } = requirement;
  const verdict = shownVerdict(requirement);
  const [sign, tone] = [verdictSigns[verdict], tones[verdict]];
  return (
    <li key={id}>
      <a
        class={`tile ${tone}`}
        href={`#${groupOf(requirement) ? findingsId(id) : rowId(id)}`}
        title={`${verdict}: ${visible(sentence)}`}
      >
        <span aria-hidden="true">{sign}</span> {id}
        <span class="hidden">, {verdict}</span>
      </a>
    </li>
  );
}
