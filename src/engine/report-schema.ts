import { z } from "zod";
import {
  counts,
  findingSchema,
  instant,
  levelSchema,
  loggedExchangeSchema,
  requirementId,
  runId,
  time,
  verdictSchema,
  whole,
  word,
} from "./report-finding-schema.js";

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

/** One thing that the configuration says of an interface, and what became of it. */
export const knowledgeSchema = z.strictObject({
  section: z.enum(["values", "leave-out", "allow", "ids", "computed", "ignored", "statuses", "refuses"]),
  name: z.string(),
  // Stale: the run would have been the same without it.
  status: z.enum(["used", "stale"]),
});

/** A fact about a member beyond its description, which a refusal stated, or which was found by trying. */
export const learntSchema = z.strictObject({
  operation: z.string().describe("The operation whose requests showed it."),
  member: z.string(),
  rule: z
    .string()
    .describe(
      "How the member is made from then on: a keyword of JSON Schema, prefix, suffix, required, leftOut, future, past, later, unique, shown or offset.",
    ),
  value: z
    .union([z.string(), z.number(), z.array(z.string())])
    .describe("Of the keyword.")
    .exactOptional(),
  example: z
    .union([z.string(), z.number()])
    .describe("A value that was accepted, as values in the configuration takes it.")
    .exactOptional(),
  message: z.string().describe("The sentence of the server; empty where it was found by trying."),
});

/** The server that was judged, and by what. */
export const targetSchema = z.strictObject({
  name: z.string().describe("Its name in the configuration.").exactOptional(),
  baseUrl: z.string(),
  spec: z
    .string()
    .describe("File, folder or address of what it was judged by, where that is not what comes with pedigree.")
    .exactOptional(),
  overlays: z.array(z.string()).describe("Files of the overlays that were applied to it.").exactOptional(),
  scheme: z
    .string()
    .describe("The security scheme of the description that the key went to, where it has several.")
    .exactOptional(),
  embedded: z.boolean().describe("Was it the reference server that comes with pedigree?"),
});

/** When and how it was judged, and what that took. */
export const runSchema = z.strictObject({
  id: runId.describe("Tells this run from all others, also in created.ndjson."),
  startedAt: instant,
  duration: whole(),
  profile: word,
  seed: z.int(),
  now: instant.describe("The clock by which dates were judged."),
  requests: whole().describe("Sent, retries included."),
  created: whole().describe("Items that the run added, those that it deleted again included."),
  deleted: whole()
    .describe("Of these, the items that the run deleted, and saw to be gone: the others are in `left`.")
    .exactOptional(),
  left: z
    .array(z.string())
    .describe(
      "The items that it created and did not delete, as far as it knows: addresses, and sentences on items without one.",
    )
    .exactOptional(),
  leftReasons: z
    .record(z.string(), z.string())
    .describe("By the addresses in `left`: why the item was not deleted.")
    .exactOptional(),
  unrestored: z
    .array(z.strictObject({ path: z.string(), member: z.string(), before: z.string(), reason: z.string() }))
    .describe(
      "Members of singletons that the run changed and could not restore, with their values before, as JSON.",
    )
    .exactOptional(),
  readOnly: z.boolean(),
  strict: z.literal(true).describe("Says that it was run with `--strict`.").exactOptional(),
  categories: z.array(z.string().regex(/^-?[0-9]+$/)).describe("Category ids that the server accepted."),
  interrupted: z.boolean(),
  timeLimit: z
    .strictObject({
      limit: whole().describe("The duration that was stated, in ms."),
      enough: whole()
        .describe("The duration that would be enough, as far as it can be told.")
        .exactOptional(),
    })
    .describe("Says that the stated duration was over before every rule was walked through.")
    .exactOptional(),
  shard: z
    .strictObject({
      number: whole(1),
      of: whole(1),
      only: z.array(requirementId).describe("The requirements to test; all if absent.").exactOptional(),
      requireTested: z.boolean(),
      strict: z.boolean(),
    })
    .describe("Which of several runs that are to be merged it is, and what was asked of them.")
    .exactOptional(),
  knowledge: z
    .array(knowledgeSchema)
    .describe(
      "The facts that the configuration adds to the description, and the use that the run made of each.",
    )
    .exactOptional(),
  learnt: z
    .array(learntSchema)
    .describe(
      "Facts about members beyond the description, which refusals have stated, or which were found by trying; valid requests follow them.",
    )
    .exactOptional(),
  merged: z.array(runId).describe("The runs that this one was merged from.").exactOptional(),
});

/** The statuses that a run can come to. */
export const statusSchema = z.enum(["conforms", "does not conform", "inconclusive"]);

/** The conclusion of a run, with its exit code. */
export const conclusionSchema = z.strictObject({
  status: statusSchema,
  exitCode: z.literal([0, 1, 3]),
  sentence: z.string(),
  trouble: z.string().describe("Why the run ended early, if it did.").exactOptional(),
});

/** Parts that the trend over many reports has, too. */
export { instant, levelSchema, requirementId, runId, verdictSchema };

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

/** The same value, of which nothing can be changed. */
export type Immutable<Value> = Value extends object
  ? { readonly [Name in keyof Value]: Immutable<Value[Name]> }
  : Value;

/** Everything a run leaves behind: `report.json`. Plain data. */
export type Report = Immutable<z.infer<typeof reportSchema>>;
/** A fact about a member beyond its description. */
export type Learnt = NonNullable<Report["run"]["learnt"]>[number];
/** One thing that the user says of an interface beside its description, and what became of it. */
export type KnowledgeUse = NonNullable<Report["run"]["knowledge"]>[number];
/** The verdict of a run on one requirement. */
export type Verdict = Report["requirements"][number]["verdict"];
/** The conclusion of a run, in one sentence, with how much was tested. */
export type Conclusion = Report["conclusion"];
/** One requirement and its verdict. */
export type RequirementReport = Report["requirements"][number];
/** The outcome of a waiver in a run. */
export type WaiverOutcome = NonNullable<RequirementReport["waiver"]>;
/** One way in which a requirement is broken, with its smallest counterexample. */
export type FindingReport = Report["findings"][number];
/** Whether a finding can be believed. */
export type Confirmation = FindingReport["confirmation"];
/** One request and what came back. */
export type ExchangeReport = FindingReport["exchanges"][number];
/** A body as text, or as base64 where it is no text. */
export type BodyReport = NonNullable<ExchangeReport["request"]["body"]>;
/** An exchange of the log; `renderCurl` makes its command line. */
export type LoggedExchange = Report["exchanges"]["entries"][number];
