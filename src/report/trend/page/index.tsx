import { renderToString } from "preact-render-to-string";
import { htmlDocument } from "../../html-document.js";
import type { Trend } from "../trend.js";
import { titleOf } from "./head.js";
import { Page } from "./page.js";
import { style } from "./style.js";

/** The trend as one HTML file to look at, without scripts and without network. */
export function renderTrendPage(trend: Trend): string {
  const [newest] = trend.series;
  return htmlDocument({
    title: `${newest === undefined ? "" : `${titleOf(newest)} · `}Pedigree trend`,
    style,
    body: renderToString(<Page trend={trend} />),
  });
}
