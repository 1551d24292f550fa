import type { VNode } from "preact";
import type { Report } from "../../run/index.js";
import { count, group } from "./wording.js";

/** What a run without any contradiction rests on; nothing for others. */
export function Flawless({ report }: { readonly report: Report }): VNode | null {
  const { conclusion, counts, findings, requirements, run, statistics } = report;
  if (conclusion.status !== "conforms" || findings.length > 0) return null;
  const checks = requirements.reduce((sum, each) => sum + each.checks.length, 0);
  return (
    <div class="flawless good">
      <p>
        <b>Nothing contradicts the interface.</b> {count(counts.passed, "requirement")} passed
        {counts.observed === 0 ? "" : `, and ${count(counts.observed, "open point")} were observed`}: by{" "}
        {count(checks, "check")}, with {group(statistics.coverage.length)} sorts of cases, in{" "}
        {count(run.requests, "request")}.
      </p>
    </div>
  );
}
