import { renderToString } from "preact-render-to-string";
import type { Report } from "../../run/index.js";
import { Page } from "./page.js";
import { style } from "./style/index.js";

/** What an HTML report is to say of its neighbours. */
export interface HtmlOptions {
  /** Where report.json was written, for the command lines that refer to it. */
  readonly reportPath?: string;
}

/**
 * The report as one HTML file to look at. It needs no script and no network; all that came from the target is
 * text in it, and nothing else.
 */
export function renderHtml(report: Report, { reportPath = "report.json" }: HtmlOptions = {}): string {
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${titles[report.conclusion.status]} · Pedigree conformance report</title>`,
    `<style>${style}</style>`,
  ].join("\n");
  const body = renderToString(<Page report={report} reportPath={reportPath} />);
  return `<!doctype html>\n<html lang="en">\n<head>\n${head}\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
}

const titles: Readonly<Record<Report["conclusion"]["status"], string>> = {
  conforms: "Conforms",
  "does not conform": "Does not conform",
  inconclusive: "Inconclusive",
};
