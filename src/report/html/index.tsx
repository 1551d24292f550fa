import { renderToString } from "preact-render-to-string";
import type { Report } from "../../run/index.js";
import { htmlDocument } from "../html-document.js";
import { Page } from "./page.js";
import { style } from "./style/index.js";

/** What an HTML report is to say of its neighbours. */
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
    title: `${titles[report.conclusion.status]} · Pedigree conformance report`,
    style,
    body: renderToString(<Page report={report} reportPath={reportPath} />),
  });
}

const titles: Readonly<Record<Report["conclusion"]["status"], string>> = {
  conforms: "Conforms",
  "does not conform": "Does not conform",
  inconclusive: "Inconclusive",
};
