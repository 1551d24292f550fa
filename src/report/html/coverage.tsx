import type { VNode } from "preact";
import type { Report } from "../../run/index.js";
import { groupBy } from "../group-by.js";
import { Section, Table } from "./section.js";
import { Foreign } from "./visible.js";
import { count } from "./wording.js";

type Coverage = Report["statistics"]["coverage"][number];

const kinds: Readonly<Record<Coverage["kind"], string>> = {
  valid: "keeps the rules",
  invalid: "breaks a rule",
  either: "may go either way",
  "wrong key": "without the good key",
};
const mostStatuses = 6;

/** What was tried, by operation and kind of case, with the statuses that came back. */
export function CoverageTables({ report }: { readonly report: Report }): VNode | null {
  const { coverage } = report.statistics;
  if (coverage.length === 0) return null;
  return (
    <Section
      id="coverage"
      title="What was tried, and what came back"
      lead={`${count(coverage.length, "sort")} of cases, each with the statuses that answered it.`}
      isFolded
    >
      {[...groupBy(coverage, ({ operation }) => operation)].map(([operation, entries]) => (
        <details class="box" key={operation}>
          <summary>
            <b>
              <Foreign text={operation} most={60} />
            </b>{" "}
            <Answers answers={sumOf(entries)} />
          </summary>
          <Table caption={`Cases of ${operation.slice(0, 60)}`} columns={["Case", "Answers"]}>
            {[...groupBy(entries, ({ kind }) => kind)].map(([kind, own]) => (
              <tbody key={kind}>
                <tr class="group">
                  <th colSpan={2} scope="rowgroup">
                    {kinds[kind]}
                  </th>
                </tr>
                {own.map(({ label, answers }) => (
                  <tr key={label}>
                    <td>
                      <Foreign text={label} most={90} />
                    </td>
                    <td>
                      <Answers answers={answers} />
                    </td>
                  </tr>
                ))}
              </tbody>
            ))}
          </Table>
        </details>
      ))}
    </Section>
  );
}

function Answers({ answers }: { readonly answers: Coverage["answers"] }): VNode {
  return (
    <>
      {Object.entries(answers)
        .slice(0, mostStatuses)
        .map(([status, times]) => (
          <b class={`status of${/^[1-5]\d\d$/.test(status) ? status[0] : "0"}`} key={status}>
            <Foreign text={status} most={24} />
            {times > 1 ? ` ×${times}` : ""}
          </b>
        ))}
    </>
  );
}

function sumOf(entries: readonly Coverage[]): Coverage["answers"] {
  const sum: Record<string, number> = {};
  for (const { answers } of entries)
    for (const [status, times] of Object.entries(answers)) sum[status] = (sum[status] ?? 0) + times;
  return sum;
}
