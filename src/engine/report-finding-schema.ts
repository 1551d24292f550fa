import { z } from "zod";
import { verdicts } from "./verdicts.js";

/* The values that the parts of report.json are made of. */

/** A whole number, from 0 unless another is given. */
export const whole = (from = 0) => z.int().min(from);
/** A name → how many. */
export const counts = z.record(z.string(), whole());
/** In ms. */
export const time = z.number().min(0);
/** A keyword of ours. */
export const word = z.string().regex(/^[A-Za-z-]+$/);

/** The verdict on a requirement. */
export const verdictSchema = z.enum(verdicts);
/** How binding a requirement is. */
export const levelSchema = z.enum(["must", "implied", "advice", "open", "informative"]);
/** Of any letters, since it may name an operation of any description; nothing that controls a terminal. */
export const requirementId = z.string().regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u);
/** 128 random bits. */
export const runId = z.string().regex(/^[0-9a-f]{32}$/);
/** In ISO 8601. */
export const instant = z.iso.datetime({ offset: true });

const body = z
  .union([
    z.strictObject({ text: z.string(), bytes: whole(), cut: z.literal(true).exactOptional() }),
    z.strictObject({ base64: z.string(), bytes: whole(), cut: z.literal(true).exactOptional() }),
  ])
  .meta({ id: "body", description: "As text, or as base64 where it is no text; cut where it was long." });

const headers = z
  .array(z.tuple([z.string(), z.string()]))
  .meta({ id: "headers", description: "Names and values in the order of the wire." });

const exchangeShape = {
  operation: z.string(),
  label: z.string(),
  credential: z.string().describe("By name, never by value."),
  request: z.strictObject({ method: word, url: z.string(), headers, body: body.exactOptional() }),
  trace: z
    .string()
    .regex(/^([0-9a-f]{32})?$/)
    .describe("The trace id in the request's traceparent header."),
  sentAt: z.int().describe("Since the run began."),
  duration: time,
  retries: whole(),
  response: z.strictObject({ status: z.int().min(100).max(999), headers, body }).exactOptional(),
  transportError: z.strictObject({ cause: word, detail: z.string() }).exactOptional(),
};

const exchangeOf = <Shape extends z.ZodRawShape>(id: string, shape: Shape) =>
  z
    .strictObject(shape)
    .refine(
      (each) => "response" in each !== "transportError" in each,
      "must have either a response or a transportError",
    )
    .meta({ id, oneOf: [{ required: ["response"] }, { required: ["transportError"] }] });

/** An exchange of the log. */
export const loggedExchangeSchema = exchangeOf("loggedExchange", exchangeShape);

/** An exchange that belongs to a finding: it can be sent again from a shell. */
const exchangeSchema = exchangeOf("exchange", {
  ...exchangeShape,
  curl: z
    .string()
    .describe(
      "The same request for a POSIX shell, the key as the environment variable that it came from, else as $PEDIGREE_API_KEY.",
    ),
});

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
    places: z
      .array(
        z.strictObject({
          requirement: z.string(),
          operation: z.string().exactOptional(),
          place: z.string().describe("The part of the response or of the request, in words."),
        }),
      )
      .default([])
      .describe("Where requirements are broken because of it: a baseline is compared by these."),
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
