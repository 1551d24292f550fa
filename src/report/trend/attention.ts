import { present } from "../present.js";
import type { Attention, LatencyTrend, RequirementTrend, Series, SeriesRun } from "./trend-schema.js";

/** The runs before the newest that it is compared with. */
const window = 10;
/** A percentile that grew this many times is worth a word. */
const growth = 10;
/** And is this long at least, in ms: below that, the machine makes the difference. */
const noticeable = 10;

type Holds = (each: RequirementTrend) => boolean;
type GroupName = Exclude<keyof Attention, "latency">;

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

/** What changed, and what needs attention, at the end of a series. */
export function attentionTo({ requirements, latency }: Pick<Series, "requirements" | "latency">): Attention {
  const idsOf = (holds: Holds): readonly string[] => requirements.filter(holds).map(({ id }) => id);
  const lists = attentionGroups.map(([name, , holds]) => [name, idsOf(holds)]);
  return {
    ...(Object.fromEntries(lists) as Readonly<Record<GroupName, readonly string[]>>),
    latency: latency.flatMap(slowerPercentiles),
  };
}

function slowerPercentiles({ operation, runs }: LatencyTrend): Attention["latency"] {
  const newest = runs.at(-1);
  const earlier = runs.slice(-1 - window, -1).filter((run) => run !== null);
  if (!newest || earlier.length === 0) return [];
  return (["p50", "p95"] as const).flatMap((percentile) => {
    const sorted = earlier.map((run) => run[percentile]).sort((left, right) => left - right);
    const before = sorted[Math.floor(sorted.length / 2)] ?? 0;
    const now = newest[percentile];
    return now >= noticeable && now >= before * growth ? [{ operation, percentile, before, now }] : [];
  });
}

/** What the newest run found, what changed and what needs attention: a line each. */
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
  const { neverTested, ...changes } = attention;
  const isQuiet = Object.values(changes).every((list) => list.length === 0);
  const days = (title: string, holds: (run: SeriesRun) => boolean): string =>
    line(title, runs.filter(holds).map(dayOf).toReversed());
  const conforming = runs.filter(({ conclusion }) => conclusion.status === "conforms").length;
  return present(
    `Newest run (${dayOf(newest)}${newest.readOnly ? ", read-only" : ""}): ${newest.conclusion.sentence}`,
    ...groups,
    line("Ten times slower", slower),
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
  if (things.length === 0) return "";
  const more = things.length > 8 ? ` and ${things.length - 8} more` : "";
  return `${title}: ${things.slice(0, 8).join(", ")}${more}${end}`;
}
