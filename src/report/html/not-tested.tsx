import type { VNode } from "preact";
import type { Report, RequirementReport } from "../../run/index.js";
import { groupBy } from "../group-by.js";
import type { Part } from "./part.js";
import { count } from "./quantity.js";
import { foreign } from "./text.js";
import { badge } from "./verdict.js";

/** What was not tested or did not apply, by the reason. */
export function notTested({ requirements }: Report): Part | undefined {
  const open = requirements.filter(({ verdict }) => verdict === "untested" || verdict === "not applicable");
  if (open.length === 0) return undefined;
  const isInformative = ({ level }: RequirementReport): number => Number(level === "informative");
  const inOrder = open.toSorted((left, right) => isInformative(left) - isInformative(right));
  const groups = groupBy(inOrder, (each) => `${each.verdict} ${sharedReason(each)}`);
  return {
    id: "untested",
    title: "Not tested, and why",
    count: open.length,
    content: [...groups.values()].map(reasonGroup),
  };
}

/** Why: informative requirements have a reason each, shown beside their sentence. */
function sharedReason({ level, reason }: RequirementReport): string {
  return level === "informative" ? "no request can test this" : (reason ?? "no reason is known");
}

function reasonGroup(own: readonly RequirementReport[]): VNode | undefined {
  const [first] = own;
  if (first === undefined) return undefined;
  const isInformative = first.level === "informative";
  return (
    <details class="reason" open={own.length <= 8 && !isInformative} key={first.id}>
      <summary>
        {badge(first.verdict)} <b>{count(own.length, "requirement")}</b>: {foreign(sharedReason(first))}
      </summary>
      <ul>
        {own.map(({ id, sentence, reason }) => (
          <li key={id}>
            <b>{id}</b> {foreign(sentence)}{" "}
            {isInformative && <span class="soft">{foreign(reason ?? "")}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
