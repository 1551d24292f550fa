import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Report } from "../../run/index.js";
import { htmlDocument } from "../html-document.js";
import { conclusion, faces } from "./conclusion.js";
import { exchangeLog } from "./exchange-log.js";
import { findingGroups } from "./findings.js";
import { glance } from "./glance.js";
import { notTested } from "./not-tested.js";
import { type Part, renderPart, withCount } from "./part.js";
import { everyRequirement } from "./requirements.js";
import { coverage, latency } from "./statistics.js";
import { style } from "./style.js";
import { foreign } from "./text.js";

/** What an HTML report is to say of the files beside it. */
export interface HtmlOptions {
  /** Where report.json was written, for the command lines that refer to it. */
  readonly reportPath?: string | undefined;
}

/**
 * The report as one HTML file to look at. It needs no script and no network; all that came from the target is
 * text in it, and nothing else.
 */
export function renderHtml(report: Report, { reportPath }: HtmlOptions = {}): string {
  return htmlDocument({
    title: `${faces[report.conclusion.status].title} · Pedigree conformance report`,
    style,
    body: renderToString(page(report, reportPath)),
  });
}

/** The body of the page, from the conclusion down to every exchange. */
function page(report: Report, reportPath: string | undefined): VNode {
  const { tool, run } = report;
  const parts = partsOf(report, reportPath);
  return (
    <>
      <a class="skip" href="#main">
        To the findings
      </a>
      {conclusion(report)}
      <div class="wide columns">
        <nav aria-label="Contents">
          <ul>
            {parts.map(({ id, title, count }) => (
              <li key={id}>
                <a href={`#${id}`}>{withCount(title, count)}</a>
              </li>
            ))}
          </ul>
        </nav>
        <main id="main">{parts.map(renderPart)}</main>
      </div>
      <footer class="wide soft">
        Written by {foreign(`${tool.name} ${tool.version} on Node ${tool.node}`, 120)} · run{" "}
        <code>{foreign(run.id, 80)}</code>
        {reportPath !== undefined && (
          <>
            {" "}
            · the same in full, for machines: <code>{foreign(reportPath, 200)}</code>
          </>
        )}
      </footer>
    </>
  );
}

/** What there is to show. Where nothing was judged, there are no verdicts to look at. */
function partsOf(report: Report, reportPath: string | undefined): readonly Part[] {
  const wasJudged = report.requirements.some(
    ({ verdict }) => verdict !== "untested" && verdict !== "not applicable",
  );
  const all = [
    wasJudged ? glance(report) : undefined,
    ...findingGroups(report, reportPath),
    notTested(report),
    everyRequirement(report),
    latency(report),
    coverage(report),
    exchangeLog(report),
  ];
  return all.filter((part) => part !== undefined);
}
