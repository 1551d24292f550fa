import type { VNode } from "preact";
import type { Report } from "../../run/index.js";
import { CoverageTables } from "./coverage.js";
import { ExchangeList } from "./exchange-list.js";
import { Head } from "./head.js";
import { Latency } from "./latency.js";
import { RequirementMap } from "./requirement-map.js";
import { RequirementTable } from "./requirement-table.js";
import { Silent } from "./silent.js";
import { requirementsOf, Stories, storyGroups } from "./stories.js";
import { notTested, Untested } from "./untested.js";
import { Code, Foreign } from "./visible.js";
import { Waivers } from "./waivers.js";

/** The body of the page, from the verdict down to every exchange. */
export function Page({
  report,
  reportPath,
}: {
  readonly report: Report;
  readonly reportPath: string | undefined;
}): VNode {
  const { tool, run } = report;
  return (
    <>
      <a class="skip" href="#main">
        To the findings
      </a>
      <Head report={report} />
      <div class="wide columns">
        <Contents report={report} />
        <main id="main">
          <RequirementMap report={report} />
          {storyGroups.map((group) => (
            <Stories key={group.id} group={group} report={report} reportPath={reportPath} />
          ))}
          <Untested report={report} />
          <Silent report={report} />
          <Waivers report={report} />
          <Latency report={report} />
          <CoverageTables report={report} />
          <RequirementTable report={report} />
          <ExchangeList report={report} />
        </main>
      </div>
      <footer class="wide">
        Written by <Foreign text={`${tool.name} ${tool.version} on Node ${tool.node}`} most={120} /> · run{" "}
        <Code text={run.id} most={80} />
        {reportPath === undefined ? (
          ""
        ) : (
          <>
            {" "}
            · the same in full, for machines: <Code text={reportPath} most={200} />
          </>
        )}
      </footer>
    </>
  );
}

function Contents({ report }: { readonly report: Report }): VNode {
  const { statistics, exchanges, requirements } = report;
  const stories = storyGroups.map(
    ({ id, standing, title }) => [id, title, requirementsOf(report, standing).length] as const,
  );
  const entries: readonly (readonly [id: string, title: string, count: number])[] = [
    ["map", "At a glance", requirements.length],
    ...stories,
    ["untested", "Not tested", notTested(report).length],
    [
      "silent",
      "Where the interface is silent",
      requirements.filter(({ level, observations }) => level === "open" && observations.length > 0).length,
    ],
    ["waivers", "Waivers", requirements.filter(({ waiver }) => waiver !== undefined).length],
    [
      "latency",
      "How long answers took",
      Object.values(statistics.latency).filter(({ distribution }) => distribution.length > 0).length,
    ],
    ["coverage", "What was tried, and what came back", statistics.coverage.length],
    ["requirements", "Every requirement", requirements.length],
    ["exchanges", "Every exchange", exchanges.entries.length],
  ];
  const counted = new Set(["untested", ...storyGroups.map(({ id }) => id)]);
  return (
    <nav class="contents" aria-label="Contents">
      <ul>
        {entries
          .filter(([, , count]) => count > 0)
          .map(([id, title, count]) => (
            <li key={id}>
              <a href={`#${id}`}>
                {title}
                {counted.has(id) ? <span class="count"> {count}</span> : ""}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}
