import { join } from "node:path";
import { ConfigurationError, groupBy } from "../../description/index.js";
import { type Report, toolVersion } from "../../engine/index.js";
import { writeFileAtomically } from "../write-file.js";
import type { Gathered } from "./gather.js";
import { deriveSeries } from "./series.js";
import type { Trend } from "./trend-schema.js";

export { gatherReports, withoutEvidence } from "./gather.js";

/** Puts runs of the same target together, and works out what became of each requirement. Pure. */
export function deriveTrend({ reports, leftOut, duplicates }: Gathered): Trend {
  const startOf = (series: readonly Report[]): string => series.at(-1)?.run.startedAt ?? "";
  const newestFirst = [...groupBy(reports, addressOf).values()].sort((left, right) =>
    startOf(left) < startOf(right) ? 1 : -1,
  );
  const tool = { name: "pedigree", version: toolVersion } as const;
  return { format: "pedigree-trend/2", tool, series: newestFirst.map(deriveSeries), duplicates, leftOut };
}

/** The embedded server has another port each time. A name may change: the address identifies a target. */
function addressOf({ target }: Report): string {
  return target.embedded ? "embedded" : `at ${target.baseUrl}`;
}

/** Writes trend.html and trend.json, and returns their paths. The module that draws the page is loaded here. */
export async function writeTrend(trend: Trend, folder: string): Promise<readonly string[]> {
  const { renderTrendPage } = await import("./trend-page.js");
  const [page, json] = [join(folder, "trend.html"), join(folder, "trend.json")];
  const trouble =
    writeFileAtomically(page, renderTrendPage(trend)) ??
    writeFileAtomically(json, `${JSON.stringify(trend, null, 2)}\n`);
  if (trouble !== undefined) throw new ConfigurationError(trouble);
  return [page, json];
}
