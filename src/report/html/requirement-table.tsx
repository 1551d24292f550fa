import type { VNode } from "preact";
import type { Report, RequirementReport } from "../../run/index.js";
import { groupBy } from "../group-by.js";
import { Section, Table } from "./section.js";
import { hasStory, rowId, standingOf, storyId, VerdictBadge } from "./verdicts.js";
import { Foreign } from "./visible.js";
import { count } from "./wording.js";

/** Every requirement with its checks and how their inputs ended. */
export function RequirementTable({ report }: { readonly report: Report }): VNode {
  return (
    <Section id="requirements" title="Every requirement" count={report.requirements.length} isFolded>
      <Table
        caption="Requirements by section, with verdicts and checks"
        columns={["Verdict", "Id", "Requirement", "Level", "Checks and their inputs"]}
        look="requirements"
      >
        {[...groupBy(report.requirements, ({ section }) => section)].map(([section, all]) => (
          <tbody key={section}>
            <tr class="group">
              <th colSpan={5} scope="rowgroup">
                {section}
              </th>
            </tr>
            {all.map((each) => (
              <Row key={each.id} requirement={each} />
            ))}
          </tbody>
        ))}
      </Table>
    </Section>
  );
}

function Row({ requirement }: { readonly requirement: RequirementReport }): VNode {
  const { id, sentence, level, checks, reason } = requirement;
  return (
    <tr id={rowId(id)}>
      <td>
        <VerdictBadge standing={standingOf(requirement)} />
      </td>
      <th scope="row" class="nowrap">
        {hasStory(requirement) ? <a href={`#${storyId(id)}`}>{id}</a> : id}
      </th>
      <td>
        <Foreign text={sentence} />
        {reason === undefined ? (
          ""
        ) : (
          <div class="aside">
            <Foreign text={reason} most={300} />
          </div>
        )}
      </td>
      <td class="nowrap">{level}</td>
      <td>
        {checks.length === 0 ? <span class="aside">none</span> : ""}
        {checks.map(({ id: check, title, inputs }) => (
          <div class="check" key={check}>
            <Foreign text={title} most={200} /> <span class="aside">{inputsOf(inputs)}</span>
          </div>
        ))}
      </td>
    </tr>
  );
}

function inputsOf(inputs: Readonly<Record<string, number>>): string {
  const told = Object.entries(inputs).map(([status, number]) =>
    status === "judged" ? count(number, "answer") : `${number} ${status.replaceAll("-", " ")}`,
  );
  return told.length === 0 ? "not run" : told.join(", ");
}
