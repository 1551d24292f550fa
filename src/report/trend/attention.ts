import type { Report } from "../../engine/index.js";
import { listed, present } from "../safe-text.js";
import type { Attention, LatencyTrend, RequirementTrend, Series, SeriesRun } from "./trend-schema.js";

/** The runs before the newest that it is compared with. */
const window = 10;
/** A percentile that grew this many times is worth a word. */
const growth = 10;
/** And is this long at least, in ms: below that, the machine makes the difference. */
const noticeable = 10;

/** Smaller growth counts where both of the newest runs show it: this many times, and this much longer in ms. */
const shift = { times: 1.5, atLeast: 20 };
/** How far from the mean of earlier runs hardly any run lies by chance, in standard deviations. */
const deviations = 3;
/** Fewer earlier runs tell nothing of how much runs differ by themselves. */
const fewest = 3;

type Holds = (each: RequirementTrend) => boolean;
type GroupName = Exclude<keyof Attention, "latency" | "choices">;

const brokenAs =
  (outcome: RequirementTrend["last"], ...states: readonly RequirementTrend["state"][]): Holds =>
  ({ state, last }) =>
    last === outcome && states.includes(state);

/** The lists of requirements that need attention, in the order in which to read them. */
export const attentionGroups: readonly (readonly [name: GroupName, title: string, holds: Holds])[] = [
  ["new", "New failures", brokenAs("failed", "new failure")],
  ["failing", "Still failing", brokenAs("failed", "still failing")],
  ["fixed", "Fixed", ({ state }) => state === "fixed"],
  ["flaky", "Flaky", ({ flaky, state, last }) => flaky && state !== "gone" && last !== "waived"],
  ["inconclusive", "Inconclusive", ({ verdicts }) => verdicts.at(-1) === "inconclusive"],
  ["coverage", "Not tested any more", wasTested],
  ["warned", "Warnings", brokenAs("warned", "new failure", "still failing")],
  ["waived", "Waived", brokenAs("waived", "new failure", "still failing")],
  ["neverTested", "Never tested", (each) => each.state === "never tested" && each.level !== "informative"],
];

/** Did a run shortly before the newest decide what the newest could have decided, and did not? */
function wasTested({ verdicts, lastDecided = -1 }: RequirementTrend): boolean {
  const isOpen = verdicts.at(-1) === "untested" || verdicts.at(-1) === "inconclusive";
  return isOpen && lastDecided >= Math.max(0, verdicts.length - 1 - window);
}

/** Returns what changed, and what needs attention, at the end of the series of these reports, the oldest first. */
export function attentionTo(
  { requirements, latency }: Pick<Series, "requirements" | "latency">,
  reports: readonly Report[],
): Attention {
  const idsOf = (holds: Holds): readonly string[] => requirements.filter(holds).map(({ id }) => id);
  const lists = attentionGroups.map(([name, , holds]) => [name, idsOf(holds)]);
  return {
    ...(Object.fromEntries(lists) as Readonly<Record<GroupName, readonly string[]>>),
    latency: latency.flatMap(slowerPercentiles),
    choices: changedChoices(reports),
  };
}

/**
 * Open points on which the server chooses otherwise than before: a choice that each of the earlier runs saw is gone, and
 * one that none of them saw has come.
 * @param reports of one target, the oldest first
 */
function changedChoices(reports: readonly Report[]): Attention["choices"] {
  const earlier = reports.slice(-1 - window, -1);
  const newest = reports.at(-1);
  // Beside few runs, what chance tries in one and not in another would look like a change.
  if (newest === undefined || earlier.length < fewest) return [];
  return newest.requirements.flatMap(({ id, observations }) => {
    const now = observations.map(({ choice }) => choice);
    const before = earlier.map((report) => choicesOf(report, id));
    const gone = (before[0] ?? []).filter(
      (choice) => before.every((each) => each.includes(choice)) && !now.includes(choice),
    );
    const come = now.filter((choice) => before.every((each) => !each.includes(choice)));
    return gone.length === 0 || come.length === 0 ? [] : [{ id, gone, come }];
  });
}

function choicesOf({ requirements }: Report, id: string): readonly string[] {
  const requirement = requirements.find((each) => each.id === id);
  return (requirement?.observations ?? []).map(({ choice }) => choice);
}

/**
 * Runs, not responses, are compared: what slows one response of a run down slows the others down, too. Both of the newest
 * must be the slowest of all, by so much, and lie three standard deviations of the earlier ones above their mean, both
 * of logarithms, since times differ by factors.
 */
function isShifted(earlier: readonly number[], newest: readonly number[], before: number): boolean {
  if (earlier.length < fewest) return false;
  const logs = earlier.map((each) => Math.log(each));
  const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length;
  const variance = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (logs.length - 1);
  const usual = Math.exp(mean + deviations * Math.sqrt(variance));
  const least = Math.max(...earlier, usual, before * shift.times, before + shift.atLeast);
  return newest.every((each) => each >= least);
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

function slowerPercentiles({ operation, runs }: LatencyTrend): Attention["latency"] {
  const newest = runs.at(-1);
  const known = runs.filter((run) => run !== null);
  if (!newest || known.length < 2) return [];
  return (["p50", "p95"] as const).flatMap((percentile) => {
    const times = known.map((run) => run[percentile]);
    const now = newest[percentile];
    const before = medianOf(times.slice(-1 - window, -1));
    if (now >= noticeable && now >= before * growth) return [{ operation, percentile, before, now }];
    const earlier = times.slice(-2 - window, -2);
    const usual = medianOf(earlier);
    return isShifted(earlier, times.slice(-2), usual) ? [{ operation, percentile, before: usual, now }] : [];
  });
}

/** Summarises what the newest run found, what changed and what needs attention: a line each. */
export function summarise({
  runs,
  requirements,
  attention,
}: Pick<Series, "runs" | "requirements" | "attention">): readonly string[] {
  const newest = runs.at(-1);
  if (newest === undefined) return [];
  const byId = new Map(requirements.map((each) => [each.id, each]));
  const since = (id: string): string => `${id} (${describeSince(byId.get(id), runs)})`;
  const groups = attentionGroups.map(([name, title]) => {
    const ids = name === "failing" ? attention.failing.map(since) : attention[name];
    const isReadOnly = name === "coverage" && newest.readOnly;
    return line(title, ids, isReadOnly ? " (the newest run was read-only)" : "");
  });
  const slower = attention.latency.map(
    ({ operation, percentile, before, now }) =>
      `${operation} (${percentile} ${inMilliseconds(before)} before, ${inMilliseconds(now)} now)`,
  );
  const choices = attention.choices.map(
    ({ id, gone, come }) => `${id} (${gone.join(", ")} before, ${come.join(", ")} now)`,
  );
  const { neverTested, ...changes } = attention;
  const isQuiet = Object.values(changes).every((list) => list.length === 0);
  const days = (title: string, holds: (run: SeriesRun) => boolean): string =>
    line(title, runs.filter(holds).map(dayOf).toReversed());
  const conforming = runs.filter(({ conclusion }) => conclusion.status === "conforms").length;
  return present(
    `Newest run (${dayOf(newest)}${newest.readOnly ? ", read-only" : ""}): ${newest.conclusion.sentence}`,
    ...groups,
    line("Slower", slower),
    line("Chosen otherwise where the interface is silent", choices),
    isQuiet && "Nothing changed, and nothing fails.",
    runs[0] && runs.length > 1 && `${conforming} of ${runs.length} runs since ${dayOf(runs[0])} conform.`,
    days("Inconclusive runs", ({ conclusion }) => conclusion.status === "inconclusive"),
    days("Read-only runs", ({ readOnly }) => readOnly),
  );
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

function dayOf({ startedAt }: SeriesRun): string {
  return startedAt.slice(0, 10);
}

/** Eight things at most; empty where there is none. */
function line(title: string, things: readonly string[], end = ""): string {
  return things.length === 0 ? "" : `${title}: ${listed(things, 8)}${end}`;
}
