import { isUtf8 } from "node:buffer";
import { z } from "zod";
import type { Case } from "../generate/index.js";
import { hideTexts, type Secrecy } from "../run/index.js";
import {
  type Exchange,
  type Redact,
  type Response,
  redacted,
  type TransportError,
  transportErrorCauses,
} from "../transport/index.js";

/** The outcome of a request. */
type Outcome = Response | TransportError;

/** One thing that a run waited for. A transcript holds all of them, in the order in which they happened. */
export type Step =
  | { readonly kind: "exchange"; readonly exchange: Exchange }
  /** A request had this outcome, and was to be sent again. */
  | { readonly kind: "retry"; readonly outcome: Outcome }
  | { readonly kind: "pause" }
  /** The target took a connection, or not. */
  | { readonly kind: "probe"; readonly isListening: boolean };

/** A step by its name, and when it had ended, in ms since the run began. */
export type RecordedStep = Step & {
  readonly step: string;
  readonly at: number;
  /** The check that took it; undefined between the attempts. */
  readonly check?: string | undefined;
};

const time = z.number().nonnegative();
const body = z.union([z.strictObject({ text: z.string() }), z.strictObject({ base64: z.base64() })]);
/** As it was recorded: it is compared as a whole. */
const request = z.custom<object>((value) => typeof value === "object" && value !== null);
const outcome = z.union([
  z.strictObject({
    status: z.int().min(100).max(999),
    headers: z.custom<Response["headers"]>(isHeaders),
    body,
    cutShort: z.literal(true).optional(),
  }),
  z.strictObject({ error: z.enum(transportErrorCauses), detail: z.string() }),
]);

/** Checked at once: there are more headers than anything else. */
function isHeaders(value: unknown): boolean {
  const isText = (part: unknown): boolean => typeof part === "string";
  return (
    Array.isArray(value) &&
    value.every((each) => Array.isArray(each) && each.length === 2 && each.every(isText))
  );
}

const happened = { step: z.string(), at: time };

/** One line of a transcript. Compiled, since there are many. */
export const lineSchema = z.compile(
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("run"), number: z.int().positive() }),
    z.strictObject({
      kind: z.literal("exchange"),
      ...happened,
      request,
      trace: z.string(),
      sentAt: time,
      writtenAt: time.optional(),
      firstByteAt: time.optional(),
      duration: time,
      retries: z.int().nonnegative(),
      turnedAway: z.int().nonnegative(),
      alone: z.boolean(),
      outcome,
    }),
    z.strictObject({ kind: z.literal("retry"), ...happened, outcome }),
    z.strictObject({ kind: z.literal("pause"), ...happened }),
    z.strictObject({ kind: z.literal("probe"), ...happened, isListening: z.boolean() }),
  ]),
);

/** One line of a transcript, parsed. */
export type Line = z.infer<typeof lineSchema>;
type OutcomeLine = z.infer<typeof outcome>;

/** A step as a line of a transcript, without a line break and without the key. */
export function renderStep(recorded: RecordedStep, secrecy: Secrecy) {
  const line = lineOf(recorded, secrecy);
  // A request that is not whole cannot be judged again.
  const isHidden = line.kind === "exchange" && JSON.stringify(line.request).includes(redacted);
  return { text: JSON.stringify(line), isHidden };
}

function lineOf(recorded: RecordedStep, { hide, hideSent }: Secrecy): Line {
  const { step, at } = recorded;
  switch (recorded.kind) {
    case "exchange": {
      const { case: request, outcome, ...facts } = recorded.exchange;
      return {
        kind: "exchange",
        step,
        at,
        request: hideTexts(requestOf(request), hideSent) as object,
        ...facts,
        outcome: renderOutcome(outcome, hide),
      };
    }
    case "retry":
      return { kind: "retry", step, at, outcome: renderOutcome(recorded.outcome, hide) };
    case "pause":
      return { kind: "pause", step, at };
    case "probe":
      return { kind: "probe", step, at, isListening: recorded.isListening };
  }
}

/** Returns the members of a case that a transcript holds: all that went out, its credential by name. */
export function requestOf({ operation, label, method, path, headers, body, credential, isCut }: Case) {
  return {
    operation,
    label,
    method,
    path,
    headers,
    credential,
    ...(body === undefined ? {} : { body }),
    ...(isCut === undefined ? {} : { isCut }),
  };
}

function renderOutcome(outcome: Outcome, hide: Redact): OutcomeLine {
  if (outcome.kind === "transport-error") return { error: outcome.cause, detail: hide(outcome.detail) };
  const { status, headers, body, cutShort } = outcome;
  return {
    status,
    headers: headers.map(([name, value]) => [hide(name), hide(value)]),
    body: renderBody(Buffer.from(body), hide),
    ...(cutShort ? { cutShort: true } : {}),
  };
}

function renderBody(bytes: Buffer, hide: Redact) {
  if (isUtf8(bytes)) return { text: hide(bytes.toString("utf8")) };
  return { base64: Buffer.from(hide(bytes.toString("latin1")), "latin1").toString("base64") };
}

/** How much is remembered of the bodies of a transcript, in characters: most are there many times, and are taken apart once. */
const mostRemembered = 2_000_000;

/** Reads the outcomes of a transcript. */
export function createOutcomeReader(): (line: OutcomeLine) => Outcome {
  let known = new Map<string, Buffer>();
  let remembered = 0;
  const bytesOf = (text: string): Buffer => {
    const found = known.get(text);
    if (found !== undefined) return found;
    remembered += text.length;
    // A map that is cleared keeps what it held until the next full collection of garbage.
    if (remembered > mostRemembered) [known, remembered] = [new Map(), text.length];
    const bytes = Buffer.from(text);
    known.set(text, bytes);
    return bytes;
  };
  return (line) => {
    if ("error" in line) return { kind: "transport-error", cause: line.error, detail: line.detail };
    const { status, headers, body, cutShort = false } = line;
    const bytes = "text" in body ? bytesOf(body.text) : Buffer.from(body.base64, "base64");
    return { kind: "response", status, headers, body: bytes, cutShort };
  };
}
