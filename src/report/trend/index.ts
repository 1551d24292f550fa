import { join } from "node:path";
import { writeFileAtomically } from "../write-file.js";
import type { Trend } from "./trend.js";

export { gatherRuns } from "./gather.js";
export { standingsOf } from "./standing.js";
export { deriveTrend, type Trend } from "./trend.js";

/** Writes trend.html and trend.json, and returns their paths. What draws the page is loaded here. */
export async function writeTrend(trend: Trend, folder: string): Promise<readonly string[]> {
  const { renderTrendPage } = await import("./page/index.js");
  const files = [
    { path: join(folder, "trend.html"), text: renderTrendPage(trend) },
    { path: join(folder, "trend.json"), text: `${JSON.stringify(trend, null, 2)}\n` },
  ];
  for (const { path, text } of files) writeFileAtomically(path, text);
  return files.map(({ path }) => path);
}
