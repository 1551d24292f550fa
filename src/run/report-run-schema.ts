import { z } from "zod";
import { instant, requirementId, runId, whole, word } from "./report-values.js";

/** One thing that the configuration says of an interface, and what became of it. */
export const knowledgeSchema = z.strictObject({
  section: z.enum(["values", "leave-out", "allow", "ids", "computed", "statuses"]),
  name: z.string(),
  // Stale: the run would have been the same without it.
  status: z.enum(["used", "stale"]),
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
