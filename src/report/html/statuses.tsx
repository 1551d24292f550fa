import type { VNode } from "preact";
import type { Report } from "../../run/index.js";
import { groupBy } from "../group-by.js";
import { kindNames } from "./coverage-groups.js";
import { ScrollBox, Section } from "./section.js";
import { Foreign } from "./visible.js";
import { group } from "./wording.js";

interface Row {
  readonly operation: string;
  readonly kind: keyof typeof kindNames;
  readonly answers: ReadonlyMap<string, number>;
}

const mostColumns = 40;

/** Which statuses came back, for every operation and kind of case. */
export function Statuses({ report }: { readonly report: Report }): VNode | null {
  const rows = rowsOf(report);
  if (rows.length === 0) return null;
  const columns = [...new Set(rows.flatMap(({ answers }) => [...answers.keys()]))]
    .toSorted()
    .slice(0, mostColumns);
  const bodies = [...groupBy(rows, ({ operation }) => operation)];
  return (
    <Section id="statuses" title="What came back" lead="How often each status answered each kind of case.">
      <ScrollBox label="Statuses by operation and kind of case">
        <table class="heat">
          <caption class="hidden">Answers by operation, kind of case and status</caption>
          <thead>
            <tr>
              <th scope="col">Operation</th>
              <th scope="col">Kind of case</th>
              {columns.map((column) => (
                <th scope="col" class="number" key={column}>
                  <Foreign text={column} most={40} />
                </th>
              ))}
            </tr>
          </thead>
          {bodies.map(([operation, all]) => (
            <tbody key={operation}>
              {all.map(({ kind, answers }, index) => (
                <tr key={kind}>
                  {index > 0 ? (
                    ""
                  ) : (
                    <th scope="rowgroup" rowSpan={all.length}>
                      <Foreign text={operation} most={60} />
                    </th>
                  )}
                  <th scope="row">{kindNames[kind]}</th>
                  {columns.map((column) => (
                    <Cell key={column} number={answers.get(column) ?? 0} answers={answers} status={column} />
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </ScrollBox>
    </Section>
  );
}

function Cell({
  number,
  answers,
  status,
}: {
  readonly number: number;
  readonly answers: ReadonlyMap<string, number>;
  readonly status: string;
}): VNode {
  if (number === 0) return <td class="number empty">·</td>;
  const all = [...answers.values()].reduce((sum, each) => sum + each, 0);
  const strength = Math.min(4, Math.floor((number / all) * 4) + 1);
  return (
    <td class={`number of${/^[1-5]\d\d$/.test(status) ? status[0] : "0"} heat${strength}`}>
      {group(number)}
    </td>
  );
}

function rowsOf({ statistics: { coverage } }: Report): readonly Row[] {
  const kinds = Object.keys(kindNames) as (keyof typeof kindNames)[];
  return [...groupBy(coverage, ({ operation }) => operation)].flatMap(([operation, all]) =>
    kinds.flatMap((kind) => {
      const answers = new Map<string, number>();
      for (const each of all.filter((entry) => entry.kind === kind)) {
        for (const [status, times] of Object.entries(each.answers)) {
          answers.set(status, (answers.get(status) ?? 0) + times);
        }
      }
      return answers.size === 0 ? [] : [{ operation, kind, answers }];
    }),
  );
}
