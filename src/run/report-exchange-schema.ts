import { z } from "zod";
import { time, whole, word } from "./report-values.js";

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
export const exchangeSchema = exchangeOf("exchange", {
  ...exchangeShape,
  curl: z
    .string()
    .describe(
      "The same request for a POSIX shell, the key as the environment variable that it came from, else as $PEDIGREE_API_KEY.",
    ),
});
