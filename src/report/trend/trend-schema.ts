import { z } from "zod";
import { type Immutable, loadReportSchema } from "../../engine/index.js";

const {
  instant,
  latencyShape,
  levelSchema,
  requirementId,
  runId,
  statusSchema,
  targetSchema,
  verdictSchema,
} = await loadReportSchema();

/* The form of trend.json, once: its types and spec/trend.schema.json are made from it. */

const whole = z.int().min(0);
const ids = z.array(requirementId);

const run = z
  .strictObject({
    id: runId,
    startedAt: instant,
    contract: z.string(),
    profile: z.string(),
    seed: z.number(),
    readOnly: z.boolean(),
    duration: whole,
    requests: whole,
    conclusion: z.strictObject({ status: statusSchema, sentence: z.string() }),
    tested: whole.describe("Requirements that the run could decide."),
    testable: whole.describe("Requirements that a request can test on this server."),
  })
  .meta({ id: "run" });

const outcome = z.enum([...verdictSchema.options, "waived"]).meta({
  id: "outcome",
  description: "A verdict; waived where it is broken and that is accepted for a time.",
});

const requirement = z
  .strictObject({
    id: requirementId,
    level: levelSchema,
    section: z.string(),
    sentence: z.string(),
    state: z
      .enum(["new failure", "still failing", "fixed", "passing", "never tested", "gone"])
      .describe(
        "A run decides a requirement if the verdict is passed or observed, or failed or warned (broken); others are passed over. New failure: the newest run found it broken, and the last run before that decided it did not, or none decided it. Still failing: broken in the last run that decided it, and not new. Fixed: passed in the newest run, broken in the last run before that decided it. Passing: passed in the last run that decided it, and not just fixed. Never tested: no run decided it. Gone: the newest run does not know it.",
      ),
    since: whole.describe("The run where the present stretch of broken or of passing began.").exactOptional(),
    orEarlier: z
      .boolean()
      .describe("Is since the first run that decided it, so that it may have begun earlier?"),
    lastDecided: whole.describe("The last run that decided it.").exactOptional(),
    flaky: z
      .boolean()
      .describe(
        "Within the last ten runs that decided it, it changed between broken and passing three times or more, or failed intermittently within one run.",
      ),
    recent: z
      .strictObject({ runs: whole, broken: whole, intermittent: whole, changes: whole })
      .describe("Of the last ten runs that decided it."),
    last: outcome.describe("The verdict of the last run that decided it.").exactOptional(),
    reason: z.string().describe("Why, as that run said.").exactOptional(),
    verdicts: z.array(outcome.nullable()).describe("One a run; null where it did not know the requirement."),
  })
  .meta({ id: "requirement" });

const attention = z
  .strictObject({
    new: ids.describe("Failed in the newest run, and not in the run before that decided it."),
    failing: ids.describe("Failed in the last run that decided it, and before."),
    fixed: ids.describe("Passed in the newest run, broken before."),
    flaky: ids,
    warned: ids,
    waived: ids,
    inconclusive: ids.describe("Inconclusive in the newest run."),
    coverage: ids.describe("Decided in one of the ten runs before the newest, but not in the newest."),
    latency: z
      .array(
        z.strictObject({
          operation: z.string(),
          percentile: z.enum(["p50", "p95"]),
          before: z.number().describe("The median of the ten runs before."),
          now: z.number(),
        }),
      )
      .describe(
        "Operations that took longer than in the ten runs before: ten times in the newest, or half as long again and 20 ms in each of the two newest, which are then the slowest of all.",
      ),
    choices: z
      .array(z.strictObject({ id: requirementId, gone: z.array(z.string()), come: z.array(z.string()) }))
      .describe(
        "Open points on which a choice that each run before saw is gone, and one that none of them saw has come.",
      ),
    neverTested: ids,
  })
  .describe("The changes, and the points that need attention, at the end of the series.");

const series = z
  .strictObject({
    target: targetSchema,
    contracts: z.array(z.string()).describe("Versions of the contract, the oldest first."),
    summary: z
      .array(z.string())
      .describe("The changes and the points that need attention, in lines to read."),
    attention,
    runs: z.array(run).min(1).describe("The oldest first."),
    requirements: z
      .array(requirement)
      .describe("In the order of the newest catalogue; those that it does not have any more come last."),
    latency: z.array(
      z.strictObject({
        operation: z.string(),
        runs: z
          .array(z.strictObject(latencyShape).nullable())
          .describe("Null where the run did not call the operation."),
      }),
    ),
  })
  .meta({ id: "series", description: "All runs against one target." });

export const trendSchema = z
  .strictObject({
    format: z.literal("pedigree-trend/2"),
    tool: z.strictObject({ name: z.literal("pedigree"), version: z.string() }),
    series: z
      .array(series)
      .min(1)
      .describe("One a target, by its address; the one with the newest run first."),
    duplicates: whole.describe("Reports of a run of which another report was read already."),
    leftOut: z
      .array(z.strictObject({ path: z.string(), reason: z.string() }))
      .describe("Paths that could not be used."),
  })
  .meta({
    title: "Pedigree trend",
    description:
      "The results of many runs. Lists that go with runs have one entry a run, the oldest first. Times in ms.",
  });

/** The trend that many runs show. */
export type Trend = Immutable<z.infer<typeof trendSchema>>;
/** The runs against one target. */
export type Series = Trend["series"][number];
/** One run, without what goes by requirement and by operation. */
export type SeriesRun = Series["runs"][number];
/** One requirement over all runs. */
export type RequirementTrend = Series["requirements"][number];
/** How long an operation took in each run. */
export type LatencyTrend = Series["latency"][number];
/** The changes in a series, and what needs attention. */
export type Attention = Series["attention"];
/** A verdict, or `waived`. */
export type TrendVerdict = NonNullable<RequirementTrend["verdicts"][number]>;
