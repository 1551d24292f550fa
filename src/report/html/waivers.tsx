import type { VNode } from "preact";
import type { Report, RequirementReport } from "../../run/index.js";
import { Section, Table } from "./section.js";
import { rowId } from "./verdicts.js";
import { Foreign } from "./visible.js";

type Waiver = NonNullable<RequirementReport["waiver"]>;

const meanings: Readonly<Record<Waiver["status"], string>> = {
  applied: "the requirement is broken, and that is accepted",
  expired: "its day is past: it no longer counts",
  stale: "the requirement is kept: the waiver can go",
  unused: "this run cannot tell whether it is still needed",
};

/** What is said of a waiver beside the requirement's story. */
export function WaiverNote({ waiver }: { readonly waiver: Waiver }): VNode {
  return (
    <p class="waiver">
      <b>Waiver {waiver.status}</b>: {meanings[waiver.status]}. “<Foreign text={waiver.reason} />” —{" "}
      <Foreign text={waiver.owner} most={100} />, until <Foreign text={waiver.expires} most={40} />
    </p>
  );
}

/** Every waiver of the run and what became of it. */
export function Waivers({ report }: { readonly report: Report }): VNode | null {
  const waived = report.requirements.flatMap(({ id, waiver }) =>
    waiver === undefined ? [] : [{ id, waiver }],
  );
  if (waived.length === 0) return null;
  return (
    <Section id="waivers" title="Waivers" count={waived.length}>
      <Table caption="Waivers" columns={["Requirement", "Became", "Reason", "Owner", "Until"]}>
        <tbody>
          {waived.map(({ id, waiver }) => (
            <tr key={id}>
              <th scope="row">
                <a href={`#${rowId(id)}`}>{id}</a>
              </th>
              <td>
                <b>{waiver.status}</b>
                <br />
                <span class="aside">{meanings[waiver.status]}</span>
              </td>
              <td>
                <Foreign text={waiver.reason} />
              </td>
              <td>
                <Foreign text={waiver.owner} most={100} />
              </td>
              <td class="nowrap">
                <Foreign text={waiver.expires} most={40} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
