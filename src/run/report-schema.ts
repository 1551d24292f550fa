import { z } from "zod";
import { loggedExchangeSchema } from "./report-exchange-schema.js";
import { findingSchema } from "./report-finding-schema.js";
import { requirementSchema } from "./report-requirement-schema.js";
import { conclusionSchema, runSchema, statusSchema, targetSchema } from "./report-run-schema.js";
import { latencyShape, statisticsSchema } from "./report-statistics-schema.js";
import { instant, levelSchema, requirementId, runId, verdictSchema, whole } from "./report-values.js";

/** Parts that the trend over many reports has, too. */
export {
  instant,
  latencyShape,
  levelSchema,
  requirementId,
  runId,
  statusSchema,
  targetSchema,
  verdictSchema,
};

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
