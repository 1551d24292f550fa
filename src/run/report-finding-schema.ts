import { z } from "zod";
import { exchangeSchema } from "./report-exchange-schema.js";
import { levelSchema, verdictSchema, whole } from "./report-values.js";

const place = z.discriminatedUnion("in", [
  z.strictObject({ in: z.literal("status") }),
  z.strictObject({ in: z.literal("connection") }),
  z.strictObject({ in: z.literal("header"), name: z.string().describe("In small letters.") }),
  z.strictObject({ in: z.literal("body"), pointer: z.string().describe("A JSON Pointer.") }),
]);

const confirmation = z.discriminatedUnion("status", [
  // It showed again when the same case was sent again; not at once, but more than once in the run; never again.
  z.strictObject({ status: z.literal("repeats"), seen: whole(), of: whole() }),
  z.strictObject({
    status: z.literal("intermittent"),
    seen: whole(),
    rate: z
      .strictObject({ seen: whole(), of: whole(1), from: z.number(), to: z.number() })
      .describe("In how many of all inputs of its check, and the share with 95 % certainty (Wilson).")
      .exactOptional(),
  }),
  z.strictObject({
    status: z.literal("seen-once"),
    of: whole(),
    mayBeOthers: z
      .literal(true)
      .exactOptional()
      .describe("Other clients may have caused it, but none was seen to act."),
  }),
]);

/** One way in which a requirement is broken, and the exchanges that show it. */
export const findingSchema = z
  .strictObject({
    number: whole(1),
    requirement: z.string(),
    requirements: z.array(z.string()).describe("All requirements that it breaks, this one first."),
    verdict: verdictSchema,
    level: levelSchema,
    operations: z
      .array(z.string())
      // Version 0.2 wrote none.
      .default([])
      .describe("The operations that show it, that of the shown exchange first."),
    explainedBy: z.array(z.string()).describe("Broken requirements that may explain it."),
    problem: z.string().describe("Tells this finding from others of the requirement."),
    problems: z
      .array(z.strictObject({ requirement: z.string(), problem: z.string() }))
      .describe("Further problems that have the same cause, of requirements that it breaks in several ways.")
      .exactOptional(),
    likelyCause: z
      .string()
      .describe("Why the server may fail so, as far as the run can tell.")
      .exactOptional(),
    expected: z.string(),
    actual: z.string(),
    at: place
      .describe("The part of the response that it is about. The response may lack it.")
      .exactOptional(),
    confirmation,
    sightings: whole().describe("In how many places of the run it was seen."),
    check: z.string(),
    input: z.unknown().describe("The input of the check: enough to try it again."),
    happensOnce: z.string().describe("Why it cannot be expected to show again.").exactOptional(),
    exchanges: z.array(exchangeSchema).describe("The sequence that led to it."),
    shownBy: whole().describe("Which of them shows it: an index."),
  })
  .meta({ id: "finding" });
