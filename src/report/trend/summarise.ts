import type { RequirementTrend, Series, SeriesRun } from "./trend-schema.js";

/** The lists of requirements that need attention, in the order in which to read them. */
export const attentionGroups = [
  { name: "new", title: "New failures" },
  { name: "failing", title: "Still failing" },
  { name: "fixed", title: "Fixed" },
  { name: "flaky", title: "Flaky" },
  { name: "inconclusive", title: "Inconclusive" },
  { name: "coverage", title: "Not tested any more" },
  { name: "warned", title: "Warnings" },
  { name: "waived", title: "Waived" },
  { name: "neverTested", title: "Never tested" },
] as const;

/** What the newest run found, what changed and what needs attention: a line each. */
export function summarise({
  runs,
  requirements,
  attention,
}: Pick<Series, "runs" | "requirements" | "attention">): readonly string[] {
  const newest = runs.at(-1);
  if (newest === undefined) return [];
  const byId = new Map(requirements.map((each) => [each.id, each]));
  const describe = (id: string, isDated: boolean): string =>
    isDated ? `${id} (${describeSince(byId.get(id), runs)})` : id;
  const slower = attention.latency.map(
    ({ operation, percentile, before, now }) =>
      `${operation} (${percentile} ${inMilliseconds(before)} before, ${inMilliseconds(now)} now)`,
  );
  const isQuiet =
    slower.length === 0 &&
    attentionGroups.every(({ name }) => name === "neverTested" || attention[name].length === 0);
  const mode = newest.readOnly ? ", read-only" : "";
  return [
    `Newest run (${dayOf(newest)}${mode}): ${newest.conclusion.sentence}`,
    ...attentionGroups.map(({ name, title }) =>
      line(
        title,
        attention[name].map((id) => describe(id, name === "failing")),
        name === "coverage" && newest.readOnly ? " (the newest run was read-only)" : "",
      ),
    ),
    line("Ten times slower", slower),
    ...(isQuiet ? ["Nothing changed, and nothing fails."] : []),
    ...(runs.length === 1 ? [] : [describeRuns(runs)]),
    line(
      "Inconclusive runs",
      daysOf(runs, ({ conclusion }) => conclusion.status === "inconclusive"),
    ),
    line(
      "Read-only runs",
      daysOf(runs, ({ readOnly }) => readOnly),
    ),
  ].filter((text) => text !== "");
}

/** Since when a requirement has been broken or passing. */
export function describeSince(requirement: RequirementTrend | undefined, runs: Series["runs"]): string {
  const run = runs[requirement?.since ?? -1];
  return run === undefined ? "" : `since ${dayOf(run)}${requirement?.orEarlier ? " or earlier" : ""}`;
}

/** A time as short as it can be written. */
export function inMilliseconds(time: number): string {
  return `${time < 10 ? Math.round(time * 10) / 10 : Math.round(time)} ms`;
}

function describeRuns(runs: Series["runs"]): string {
  const conforming = runs.filter(({ conclusion }) => conclusion.status === "conforms").length;
  return `${conforming} of ${runs.length} runs since ${runs[0] === undefined ? "" : dayOf(runs[0])} conform.`;
}

function daysOf(runs: Series["runs"], holds: (run: SeriesRun) => boolean): readonly string[] {
  return runs.filter(holds).map(dayOf).toReversed();
}

function dayOf({ startedAt }: SeriesRun): string {
  return startedAt.slice(0, 10);
}

/** Eight things at most; empty where there is none. */
function line(title: string, things: readonly string[], end = ""): string {
  if (things.length === 0) return "";
  const more = things.length > 8 ? ` and ${things.length - 8} more` : "";
  return `${title}: ${things.slice(0, 8).join(", ")}${more}${end}`;
}
