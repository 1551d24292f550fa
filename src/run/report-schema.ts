import { z } from "zod";
import { loggedExchangeSchema } from "./report-exchange-schema.js";
import { findingSchema } from "./report-finding-schema.js";
import { conclusionSchema, runSchema, statusSchema, targetSchema } from "./report-run-schema.js";
import {
  counts,
  instant,
  levelSchema,
  requirementId,
  runId,
  time,
  verdictSchema,
  whole,
} from "./report-values.js";

const waiver = z.strictObject({
  // The requirement is broken, and that is accepted, or its day is past; it is kept; or this run cannot tell.
  status: z.enum(["applied", "expired", "stale", "unused"]),
  reason: z.string(),
  owner: z.string(),
  expires: z.iso.date(),
});

const check = z.strictObject({
  id: z.string(),
  title: z.string(),
  inputs: counts.describe("How its inputs ended → how many."),
  duration: whole()
    .describe("How long it took; absent where it judges the exchanges of others.")
    .exactOptional(),
});

/** One requirement, its verdict, and what that rests on. */
export const requirementSchema = z
  .strictObject({
    id: requirementId,
    level: levelSchema,
    section: z.string(),
    sentence: z.string(),
    operations: z.array(z.string()),
    verdict: verdictSchema,
    reason: z.string().describe("Why, where the verdict does not say all.").exactOptional(),
    lacks: z
      .enum(["value", "choice"])
      .describe(
        "The remedy that has it tested: a valid value in the configuration, or the choice of it, where --only names others.",
      )
      .exactOptional(),
    waiver: waiver.describe("A known failure that is accepted for a time.").exactOptional(),
    checks: z.array(check),
    observations: z
      .array(z.strictObject({ choice: z.string(), count: whole() }))
      .describe("The choices that the server made where it is free to choose."),
    findings: z.array(whole(1)).describe("Numbers of the findings that contradict it."),
  })
  .meta({ id: "requirement" });

/** How long half, 95 % and 99 % of responses took at most. */
export const latencyShape = { p50: time, p95: time, p99: time };

/** The figures on requests and responses, and on how long they took. */
export const statisticsSchema = z.strictObject({
  responses: z
    .record(z.string(), counts)
    .describe("Operation → status, or the cause why there was none → how often."),
  latency: z
    .record(
      z.string(),
      z.strictObject({
        ...latencyShape,
        max: time,
        distribution: z
          .array(z.strictObject({ upTo: time, count: whole(1) }))
          .describe("Classes without any are left out."),
      }),
    )
    .describe("Operation → how long responses took."),
  random: z
    .strictObject({
      cases: whole(),
      reached: whole()
        .describe("All cases before this number of the seed are tried, or left to other shards.")
        .exactOptional(),
      pairs: z.strictObject({ tried: whole(), all: whole() }),
    })
    .describe(
      "Cases that chance has combined, and how many pairs of what differs in them were tried; absent if none.",
    )
    .exactOptional(),
  coverage: z
    .array(
      z.strictObject({
        operation: z.string(),
        kind: z.enum(["valid", "invalid", "either", "wrong key"]),
        label: z.string(),
        responses: z.record(z.string(), whole(1)),
      }),
    )
    .describe("The requests and responses, counted by operation, kind and label of the case."),
});

/** Parts that the trend over many reports has, too. */
export { instant, levelSchema, requirementId, runId, statusSchema, targetSchema, verdictSchema };

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/*
 * The form of report.json, once: the types of reports are derived from it, it checks reports that are read, and
 * spec/report.schema.json is made from it.
 */

/** The report that a run leaves behind, no form of the key in it. */
export const reportSchema = z
  .strictObject({
    format: z.literal("pedigree-report/1"),
    tool: z.strictObject({ name: z.string(), version: z.string(), node: z.string() }),
    contract: z.strictObject({
      version: z.string().describe("Of the interface description."),
      requirements: whole().describe("How many there are."),
      digest: sha256
        .describe(
          "SHA-256 over the description and what the requirements say; absent in reports of earlier versions.",
        )
        .exactOptional(),
      mapping: sha256
        .describe(
          "SHA-256 over which checks verify the requirements, and how; absent where that follows from the description.",
        )
        .exactOptional(),
    }),
    target: targetSchema,
    run: runSchema,
    conclusion: conclusionSchema,
    counts: z.record(verdictSchema, whole()).describe("Requirements with each verdict."),
    requirements: z.array(requirementSchema).describe("In the order of the catalogue."),
    findings: z.array(findingSchema).describe("A cause before what follows from it."),
    statistics: statisticsSchema,
    exchanges: z
      .strictObject({
        all: whole().describe("How many exchanges there were."),
        entries: z.array(loggedExchangeSchema),
      })
      .describe(
        "The exchanges: all of them in a short run; in a long one, the first of every sort of case and response.",
      ),
  })
  .meta({
    title: "Pedigree report",
    description:
      'The results of one run. Times in ms. No form of the API key is in it. Integers that a reader must not round are written {"$int": "…"}, other exact numbers {"$number": "…"}.',
  });
