import type { VNode } from "preact";
import type { Report, RequirementReport } from "../../run/index.js";
import { groupBy } from "../group-by.js";
import { Section } from "./section.js";
import { VerdictBadge } from "./verdicts.js";
import { Foreign } from "./visible.js";
import { count } from "./wording.js";

/** Requirements that a request could test, and that this run did not. */
export function notTested(report: Report): readonly RequirementReport[] {
  return report.requirements.filter(
    ({ verdict, level }) =>
      (verdict === "untested" || verdict === "not applicable") && level !== "informative",
  );
}

/** What was not tested or did not apply, grouped by the reason; then what no request can test. */
export function Untested({ report }: { readonly report: Report }): VNode | null {
  const open = notTested(report);
  const informative = report.requirements.filter(({ level }) => level === "informative");
  if (open.length + informative.length === 0) return null;
  const groups = [...groupBy(open, ({ verdict, reason }) => `${verdict} ${reason ?? ""}`).values()];
  return (
    <Section id="untested" title="Not tested, and why" count={open.length}>
      {groups.length === 0 ? <p class="lead">All that a request can test was tested.</p> : ""}
      {groups.map((group) => (
        <Group key={`${group[0]?.id}`} group={group} />
      ))}
      {informative.length === 0 ? (
        ""
      ) : (
        <details class="fold">
          <summary>{informative.length} sentences of the document that no request can test</summary>
          <List all={informative} hasReasons />
        </details>
      )}
    </Section>
  );
}

function Group({ group }: { readonly group: readonly RequirementReport[] }): VNode | null {
  const [first] = group;
  if (first === undefined) return null;
  return (
    <div class="why">
      <h3>
        <VerdictBadge standing={first.verdict} /> <Foreign text={first.reason ?? "no reason is known"} />
      </h3>
      <details class="fold" open={group.length <= 8}>
        <summary>{count(group.length, "requirement")}</summary>
        <List all={group} />
      </details>
    </div>
  );
}

function List({
  all,
  hasReasons = false,
}: {
  readonly all: readonly RequirementReport[];
  readonly hasReasons?: boolean;
}): VNode {
  return (
    <ul class="plain">
      {all.map(({ id, sentence, reason }) => (
        <li key={id}>
          <b>{id}</b> <Foreign text={sentence} />{" "}
          {hasReasons && reason !== undefined ? (
            <span class="aside">
              <Foreign text={reason} />
            </span>
          ) : (
            ""
          )}
        </li>
      ))}
    </ul>
  );
}
