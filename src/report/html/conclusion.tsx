import type { VNode } from "preact";
import type { Report } from "../../run/index.js";
import { facts } from "./part.js";
import { count, duration, group } from "./quantity.js";
import { foreign } from "./text.js";

/** How each conclusion looks, and its name as a title. */
export const faces = {
  conforms: { sign: "✓", tone: "good", title: "Conforms" },
  "does not conform": { sign: "✗", tone: "bad", title: "Does not conform" },
  inconclusive: { sign: "?", tone: "doubt", title: "Inconclusive" },
} as const;

/** The head of the page: what the run came to, of which target, and what to know before trusting it. */
export function conclusion(report: Report): VNode {
  const { run, contract, tool, target, counts } = report;
  const { status, sentence } = report.conclusion;
  const { sign, tone, title } = faces[status];
  return (
    <header class={tone}>
      <div class="wide">
        <p>
          <b>Pedigree</b> conformance report
        </p>
        <h1>
          <span aria-hidden="true">{sign}</span> {title}
        </h1>
        <p class="sentence">{foreign(afterStatus(status, sentence), 1000)}</p>
        <p>
          {target.name !== undefined && <b>{foreign(target.name, 100)} </b>}
          <code>{foreign(target.baseUrl, 400)}</code>
          {target.embedded && " · the reference server that comes with Pedigree"}
        </p>
        {run.interrupted && (
          <p class="limit">
            The run was interrupted. This is what it had found until then; the rest is untested.
          </p>
        )}
        {run.readOnly && (
          <p class="limit">
            The run was read-only: it sent nothing but GET, and {count(counts.untested, "requirement")} stayed
            untested.
          </p>
        )}
        {facts([
          ["Started", `${run.startedAt.slice(0, 19).replace("T", " ")} UTC`],
          ["Took", duration(run.duration)],
          ["Requests", group(run.requests)],
          ["Items added", run.readOnly ? "none (read-only)" : group(run.created)],
          ["Profile", run.profile],
          ["Seed", `${run.seed}`],
          ["Contract", contract.version],
          ["Suite", `${tool.name} ${tool.version}`],
          ["Judged as of", run.now.slice(0, 10)],
        ])}
      </div>
    </header>
  );
}

/** The sentence without the status that stands above it. */
function afterStatus(status: string, sentence: string): string {
  const rest = sentence.startsWith(status) ? sentence.slice(status.length).replace(/^[:,]? /, "") : "";
  return rest === "" ? sentence : rest.charAt(0).toUpperCase() + rest.slice(1);
}
