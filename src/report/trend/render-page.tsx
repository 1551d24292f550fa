import { renderToString } from "preact-render-to-string";
import { titleOf } from "./page/head.js";
import { Page } from "./page/page.js";
import { style } from "./page/style.js";
import type { Trend } from "./trend.js";

/** The trend as one HTML file to look at, without scripts and without network. */
export function renderTrendPage(trend: Trend): string {
  const [newest] = trend.series;
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${newest === undefined ? "" : `${titleOf(newest)} · `}Pedigree trend</title>`,
    `<style>${style}</style>`,
  ].join("\n");
  const body = renderToString(<Page trend={trend} />);
  return `<!doctype html>\n<html lang="en">\n<head>\n${head}\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
}
