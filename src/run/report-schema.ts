import { z } from "zod";
import { verdicts } from "./verdicts.js";

/*
 * The form of report.json, once: the types of reports are derived from it, it checks reports that are read, and
 * spec/report.schema.json is made from it.
 */

/** A whole number, from 0 unless another is given. */
const whole = (from = 0) => z.int().min(from);
const counts = z.record(z.string(), whole());
const time = z.number().min(0);
/** A keyword of ours. */
const word = z.string().regex(/^[A-Za-z-]+$/);

export const verdictSchema = z.enum(verdicts);
export const levelSchema = z.enum(["must", "implied", "advice", "open", "informative"]);
export const requirementId = z.string().regex(/^[A-Z]+-[1-9][0-9]*$/);
export const runId = z.string().regex(/^[0-9a-f]{32}$/);
export const instant = z.iso.datetime({ offset: true });
export const statusSchema = z.enum(["conforms", "does not conform", "inconclusive"]);
export const latencyShape = { p50: time, p95: time, p99: time };

export const targetSchema = z.strictObject({
  name: z.string().describe("What the configuration calls it.").exactOptional(),
  baseUrl: z.string(),
  spec: z
    .string()
    .describe("File, folder or address of what it was judged by, where that is not what comes with pedigree.")
    .exactOptional(),
  embedded: z.boolean().describe("Was it the reference server that comes with pedigree?"),
});

const run = z.strictObject({
  id: runId.describe("Tells this run from all others, also in created.ndjson."),
  startedAt: instant,
  duration: whole(),
  profile: word,
  seed: z.int(),
  now: instant.describe("The clock by which dates were judged."),
  requests: whole().describe("Sent, retries included."),
  created: whole().describe("Items that the run added and left."),
  readOnly: z.boolean(),
  categories: z.array(z.string().regex(/^-?[0-9]+$/)).describe("Category ids that the server accepted."),
  interrupted: z.boolean(),
  shard: z
    .strictObject({
      number: whole(1),
      of: whole(1),
      only: z.array(requirementId).describe("What was to be tested; all if absent.").exactOptional(),
      requireTested: z.boolean(),
      strict: z.boolean(),
    })
    .describe("Which of several runs that are to be merged it is, and what was asked of them.")
    .exactOptional(),
  merged: z.array(runId).describe("The runs that this one was merged from.").exactOptional(),
});

const conclusion = z.strictObject({
  status: statusSchema,
  exitCode: z.literal([0, 1, 3]),
  sentence: z.string(),
  trouble: z.string().describe("Why the run ended early, if it did.").exactOptional(),
});

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

const requirement = z
  .strictObject({
    id: requirementId,
    level: levelSchema,
    section: z.string(),
    sentence: z.string(),
    operations: z.array(z.string()),
    verdict: verdictSchema,
    reason: z.string().describe("Why, where the verdict does not say all.").exactOptional(),
    waiver: waiver.describe("A known failure that is accepted for a time.").exactOptional(),
    checks: z.array(check),
    observations: z
      .array(z.strictObject({ choice: z.string(), count: whole() }))
      .describe("What the server was seen to choose where it is free to."),
    findings: z.array(whole(1)).describe("Numbers of the findings that contradict it."),
  })
  .meta({ id: "requirement" });

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

const loggedExchange = exchangeOf("loggedExchange", exchangeShape);

const exchange = exchangeOf("exchange", {
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
  z.strictObject({ status: z.literal("seen-once"), of: whole() }),
]);

const finding = z
  .strictObject({
    number: whole(1),
    requirement: z.string(),
    requirements: z.array(z.string()).describe("All requirements that it breaks, this one first."),
    verdict: verdictSchema,
    level: levelSchema,
    explainedBy: z.array(z.string()).describe("Broken requirements that may explain it."),
    problem: z.string().describe("Tells this finding from others of the requirement."),
    expected: z.string(),
    actual: z.string(),
    at: place
      .describe("The part of the response that it is about. The response may lack it.")
      .exactOptional(),
    confirmation,
    sightings: whole().describe("In how many places of the run it was seen."),
    check: z.string(),
    input: z.unknown().describe("What the check was tried with: enough to try it again."),
    happensOnce: z.string().describe("Why it cannot be expected to show again.").exactOptional(),
    exchanges: z.array(exchange).describe("The sequence that led to it."),
    shownBy: whole().describe("Which of them shows it: an index."),
  })
  .meta({ id: "finding" });

const statistics = z.strictObject({
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
    .describe("What was sent and what came back, by operation, kind and label of the case."),
});

/** What a run leaves behind, no form of the key in it. */
export const reportSchema = z
  .strictObject({
    format: z.literal("pedigree-report/1"),
    tool: z.strictObject({ name: z.string(), version: z.string(), node: z.string() }),
    contract: z.strictObject({
      version: z.string().describe("Of the interface description."),
      requirements: whole().describe("How many there are."),
      digest: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe("SHA-256 over the description and the catalogue; absent in reports of earlier versions.")
        .exactOptional(),
    }),
    target: targetSchema,
    run,
    conclusion,
    counts: z.record(verdictSchema, whole()).describe("Requirements with each verdict."),
    requirements: z.array(requirement).describe("In the order of the catalogue."),
    findings: z.array(finding).describe("A cause before what follows from it."),
    statistics,
    exchanges: z
      .strictObject({
        all: whole().describe("How many exchanges there were."),
        entries: z.array(loggedExchange),
      })
      .describe(
        "What was exchanged: everything in a short run; in a long one, the first of every sort of case and response.",
      ),
  })
  .meta({
    title: "Pedigree report",
    description:
      'What one run found. Times in ms. No form of the API key is in it. Integers that a reader must not round are written {"$int": "…"}, other exact numbers {"$number": "…"}.',
  });
