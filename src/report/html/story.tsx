import type { VNode } from "preact";
import type { Report, RequirementReport } from "../../run/index.js";
import { renderReplay } from "../replay-line.js";
import { findingsOf } from "../requirement-facts.js";
import { Finding } from "./finding.js";
import { looks, rowId, standingOf, storyId, VerdictBadge } from "./verdicts.js";
import { Foreign } from "./visible.js";
import { WaiverNote } from "./waivers.js";

/** So many findings of a requirement are told; the others are in report.json. */
const mostFindings = 8;

/** A requirement and what contradicts it. */
export function Story({
  requirement,
  report,
  reportPath,
}: {
  readonly requirement: RequirementReport;
  readonly report: Report;
  readonly reportPath: string | undefined;
}): VNode {
  const { id, level, section, sentence, reason, waiver } = requirement;
  const findings = findingsOf(requirement, report);
  const told = findings.slice(0, mostFindings);
  return (
    <article
      class={`story ${looks[standingOf(requirement)].tone}`}
      id={storyId(id)}
      aria-labelledby={`${storyId(id)}-title`}
    >
      <p class="about">
        <VerdictBadge standing={standingOf(requirement)} />
        <a href={`#${rowId(id)}`}>{id}</a>
        <span>{level}</span>
        <span>{section}</span>
      </p>
      <h3 id={`${storyId(id)}-title`}>
        <Foreign text={sentence} />
      </h3>
      {reason === undefined ? (
        ""
      ) : (
        <p class="reason">
          <Foreign text={reason} />
        </p>
      )}
      {waiver === undefined ? "" : <WaiverNote waiver={waiver} />}
      {told.map((finding) => (
        <Finding
          key={finding.number}
          finding={finding}
          among={report.findings.length}
          replay={renderReplay({ reportPath, target: report.target }, finding)}
        />
      ))}
      {findings.length > told.length ? (
        <p class="none">and {findings.length - told.length} more findings, in report.json</p>
      ) : (
        ""
      )}
    </article>
  );
}
