import type { VNode } from "preact";
import { Section, Table } from "../../html/section.js";
import { Foreign } from "../../html/visible.js";
import { duration, group, moment } from "../../html/wording.js";
import type { PartOfSeries } from "./part.js";

/** What each run came to, how much it tested, and what it took. */
export function Runs({ series: { runs }, prefix, suffix }: PartOfSeries): VNode {
  return (
    <Section id={`${prefix}runs`} title={`The runs${suffix}`} count={runs.length} isFolded>
      <Table
        caption={`Every run, the newest first${suffix}`}
        columns={["Started", "Conclusion", "Tested", "Took", "Requests", "Profile", "Seed", "Contract"]}
      >
        <tbody>
          {runs.toReversed().map((run) => (
            <tr key={run.id}>
              <th scope="row" class="nowrap">
                {moment(run.startedAt)}
              </th>
              <td>
                <Foreign text={run.conclusion.sentence} most={300} />
              </td>
              <td class="nowrap">
                {run.tested} of {run.testable}
              </td>
              <td class="number">{duration(run.duration)}</td>
              <td class="number">{group(run.requests)}</td>
              <td>
                <Foreign text={run.profile} />
              </td>
              <td class="number">{run.seed}</td>
              <td>
                <Foreign text={run.contract} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
