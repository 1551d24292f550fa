import { z } from "zod";
import { counts, time, whole } from "./report-values.js";

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
