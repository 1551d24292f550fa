import type { RequirementTrend, Series } from "./series.js";
import { standingsOf } from "./standing.js";

/** What changed since the last run and how the series stands, as one sentence. */
export function summarise(series: Omit<Series, "sentence">): string {
  const newest = series.runs.at(-1);
  const oldest = series.runs[0];
  if (newest === undefined || oldest === undefined) return "There is no run.";
  const changes = tellChanges(series);
  const how = conclusions[newest.conclusion.status];
  const beginning =
    series.runs.length === 1
      ? `The only run ${how}`
      : changes.length === 0
        ? `The newest run ${how}, and nothing changed since the run before`
        : `The newest run ${how}; since the run before, ${inWords(changes)}`;
  return `${[beginning, ...tellRest(series)].join("; ")}.`;
}

const conclusions = {
  conforms: "conforms",
  "does not conform": "does not conform",
  inconclusive: "is inconclusive",
} as const;

function tellChanges({ requirements }: Omit<Series, "sentence">): readonly string[] {
  const { newFailures, fixed, warnings } = standingsOf(requirements);
  const newWarnings = warnings.filter(({ state }) => state === "new failure");
  return [
    ...tell(newFailures, "began to fail", "began to fail"),
    ...tell(newWarnings, "is newly warned about", "are newly warned about"),
    ...tell(fixed, "was fixed", "were fixed"),
  ];
}

function tellRest({ requirements, runs }: Omit<Series, "sentence">): readonly string[] {
  const { stillFailing, waived, warnings } = standingsOf(requirements);
  const flaky = requirements.filter((each) => each.flaky && each.last !== "waived");
  const warned = warnings.filter(({ state }) => state !== "new failure");
  const [only] = stillFailing;
  const dated = stillFailing.length === 1 && only !== undefined ? ` ${sinceWhen(only, runs)}` : "";
  const conforming = runs.filter(({ conclusion }) => conclusion.status === "conforms").length;
  const rest = [
    ...tell(stillFailing, `still fails${dated}`, "still fail"),
    ...tell(warned, "is still warned about", "are still warned about"),
    ...tell(flaky, "is flaky", "are flaky"),
    ...tell(waived, "is waived", "are waived"),
  ];
  const all = `${conforming} of ${runs.length} runs since ${dayOf(runs[0])} conform`;
  return [...(rest.length === 0 ? [] : [inWords(rest)]), ...(runs.length === 1 ? [] : [all])];
}

/** Since when a requirement has been broken or kept. */
export function sinceWhen({ since, orEarlier }: RequirementTrend, runs: Series["runs"]): string {
  const day = since === undefined ? "" : dayOf(runs[since]);
  return `since ${day}${orEarlier ? " or earlier" : ""}`;
}

function dayOf(run: Series["runs"][number] | undefined): string {
  return run?.startedAt.slice(0, 10) ?? "";
}

function tell(those: readonly RequirementTrend[], one: string, many: string): readonly string[] {
  if (those.length === 0) return [];
  return [`${nameSome(those.map(({ id }) => id))} ${those.length === 1 ? one : many}`];
}

/** Five names at most. */
function nameSome(names: readonly string[]): string {
  return names.length <= 5
    ? inWords(names)
    : `${names.slice(0, 4).join(", ")} and ${names.length - 4} others`;
}

function inWords(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
