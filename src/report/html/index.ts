import type { Report } from "../../engine/index.js";
import { html, htmlDocument, type Markup } from "../markup.js";
import { describeLeft, describeRun, describeUnrestored } from "../requirement-facts.js";
import { exchangeLog } from "./exchange-panes.js";
import { type EntryGroup, entryGroups, findingList, findingParts, placesOf } from "./finding-list.js";
import { count, duration, facts, foreign, group, type PagePart, renderPart, withCount } from "./part.js";
import { everyRequirement, glance, notTested } from "./requirements.js";
import { script, style } from "./style.js";
import { coverage, faces, latency } from "./verdict-badge.js";

/**
 * The report as one HTML file to look at. It needs no script and no network; all that came from the target is
 * text in it, and nothing else.
 * @param reportPath where report.json was written, for the command lines that refer to it
 */
export function renderHtml(report: Report, reportPath?: string): string {
  const { tool, run, conclusion } = report;
  const groups = entryGroups(report);
  const parts = partsOf(report, groups, reportPath);
  const contents = parts.map(
    ({ id, title, count }) => html`<li><a href="#${id}">${withCount(title, count)}</a></li>`,
  );
  const inFull =
    reportPath !== undefined &&
    html` · the same in full, for machines: <code>${foreign(reportPath, 200)}</code>`;
  const writer = foreign(`${tool.name} ${tool.version} on Node ${tool.node}`, 120);
  return htmlDocument({
    title: `${faces[conclusion.status].title} · Pedigree conformance report`,
    style,
    script,
    body: html`
      <a class="skip" href="#main">To the findings</a>
      ${head(report)}
      ${findingList(groups)}
      <nav class="wide" aria-label="Contents"><ul>${contents}</ul></nav>
      ${filterBar(groups.length > 0)}
      <main class="wide" id="main">${parts.map(renderPart)}</main>
      <footer class="wide soft">
        Written by ${writer} · run <code>${foreign(run.id, 80)}</code>${inFull}
      </footer>`,
  });
}

/** The head of the page: what the run came to, of which target, and what to know before trusting it. */
function head(report: Report): Markup {
  const { run, target, counts, conclusion } = report;
  const { sign, tone, title } = faces[conclusion.status];
  const name = target.name !== undefined && html`<b>${foreign(target.name, 100)} </b>`;
  const left = describeLeft(report);
  const changed = describeUnrestored(report);
  const limits = [
    run.interrupted && "The run was interrupted. This is what it had found until then; the rest is untested.",
    run.readOnly &&
      `The run was read-only: it sent nothing but GET, and ${count(counts.untested, "requirement")} stayed untested.`,
    left !== undefined && html`Not deleted: ${foreign(left)}`,
    changed !== undefined && html`Not restored: ${foreign(changed, 800)}`,
  ];
  return html`
    <header class="${tone}">
      <div class="wide">
        <h1><span aria-hidden="true">${sign}</span> ${title}</h1>
        <p class="sentence">${foreign(afterStatus(conclusion), 1000)}</p>
        <p class="about">
          ${name}<code>${foreign(target.baseUrl, 400)}</code>
          ${target.embedded && " (the reference server that comes with Pedigree)"} · ${foreign(describeRun(report).join(" · "))}
        </p>
        ${limits.map((limit) => limit && html`<p class="limit">${limit}</p>`)}
      </div>
    </header>`;
}

/** Renders the bar that only a script can use: the script shows it. */
function filterBar(hasEntries: boolean): Markup {
  const steps = html`
    <span class="steps">
      <button type="button" value="j">Next finding <kbd>j</kbd></button>
      <button type="button" value="k">Previous <kbd>k</kbd></button>
    </span>`;
  return html`
    <div class="bar" role="search" aria-label="Filter" hidden>
      <div class="wide">
        <label>Verdict <select><option value="">all</option></select></label>
        <label>Section <select><option value="">all</option></select></label>
        <label>Text <input type="search" autocomplete="off"></label>
        ${hasEntries && steps}
        <output></output>
      </div>
    </div>`;
}

/** How the run was made. */
function aboutRun({ tool, run, contract, statistics }: Report): PagePart {
  const content = facts([
    ["Started", `${run.startedAt.slice(0, 19).replace("T", " ")} UTC`],
    ["Took", duration(run.duration)],
    ["Requests", group(run.requests)],
    ["Random cases", statistics.random === undefined ? "none" : group(statistics.random.cases)],
    ["Items added", run.readOnly ? "none (read-only)" : group(run.created)],
    ["Items deleted", run.deleted === undefined ? undefined : group(run.deleted)],
    ["Profile", run.profile],
    ["Seed", `${run.seed}`],
    ["Contract", contract.version],
    ["Suite", `${tool.name} ${tool.version}`],
    ["Judged as of", run.now.slice(0, 10)],
  ]);
  return { id: "run", title: "The run", isFolded: true, content };
}

/** The sentence without the status that stands above it. */
function afterStatus({ status, sentence }: Report["conclusion"]): string {
  const rest = sentence.startsWith(status) ? sentence.slice(status.length).replace(/^[:,]? /, "") : "";
  return rest === "" ? sentence : rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Requirements that a page shows: no browser opens one that is much larger. The others are in report.json. */
const mostRequirements = 5000;

/** Of too many requirements, those that were judged come before the others. */
function shownRequirements({ requirements }: Report): Report["requirements"] {
  if (requirements.length <= mostRequirements) return requirements;
  const isOpen = ({ verdict }: Report["requirements"][number]): boolean =>
    verdict === "untested" || verdict === "not applicable";
  return requirements
    .toSorted((left, right) => Number(isOpen(left)) - Number(isOpen(right)))
    .slice(0, mostRequirements);
}

/** Returns the parts to show. Where nothing was judged, there are no verdicts to look at. */
function partsOf(
  report: Report,
  groups: readonly EntryGroup[],
  reportPath: string | undefined,
): readonly PagePart[] {
  const wasJudged = report.requirements.some(
    ({ verdict }) => verdict !== "untested" && verdict !== "not applicable",
  );
  const shown = { ...report, requirements: shownRequirements(report) };
  const places = placesOf(groups);
  return [
    ...findingParts(groups, report, reportPath),
    wasJudged && glance(shown, places),
    notTested(shown),
    everyRequirement(shown, report.requirements.length, places),
    aboutRun(report),
    latency(report),
    coverage(report),
    exchangeLog(report, places),
  ].flatMap((part) => part || []);
}
