import type { VNode } from "preact";
import type { Report } from "../../run/index.js";
import { Section, Table } from "./section.js";
import { Foreign } from "./visible.js";
import { duration, group } from "./wording.js";

/** How long answers took, operation by operation. */
export function Latency({ report }: { readonly report: Report }): VNode | null {
  const all = Object.entries(report.statistics.latency).filter(
    ([, { distribution }]) => distribution.length > 0,
  );
  if (all.length === 0) return null;
  return (
    <Section
      id="latency"
      title="How long answers took"
      lead="The run asks many things at once: these are the times of a busy server."
      isFolded
    >
      <Table
        caption="How long answers took, by operation"
        columns={["Operation", "Answers", "p50", "p95", "p99", "Longest"]}
      >
        <tbody>
          {all.map(([operation, { distribution, p50, p95, p99, max }]) => (
            <tr key={operation}>
              <th scope="row">
                <Foreign text={operation} most={60} />
              </th>
              <td>{group(distribution.reduce((sum, { count }) => sum + count, 0))}</td>
              {[p50, p95, p99, max].map((time, index) => (
                <td key={`${index}`}>{duration(time)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
