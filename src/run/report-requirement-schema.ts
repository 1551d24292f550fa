import { z } from "zod";
import { counts, levelSchema, requirementId, verdictSchema, whole } from "./report-values.js";

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
