import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { hideTexts, type Secrecy } from "../engine/index.js";
import type { Case } from "../transport/index.js";
import {
  type Exchange,
  type Redact,
  type Response,
  redacted,
  type TransportError,
  transportErrorCauses,
} from "../transport/index.js";
import { BundleError } from "./evidence-bundle.js";

/** The outcome of a request. */
type RecordedResponse = Response | TransportError;

/** One thing that a run waited for. A transcript holds all of them, in the order in which they happened. */
export type Step =
  | { readonly kind: "exchange"; readonly exchange: Exchange }
  /** A request had this outcome, and was to be sent again. */
  | { readonly kind: "retry"; readonly outcome: RecordedResponse }
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
const lineSchema = z.compile(
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

function renderOutcome(outcome: RecordedResponse, hide: Redact): OutcomeLine {
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
export function createOutcomeReader(): (line: OutcomeLine) => RecordedResponse {
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

/** Of one line, and of all, in bytes. */
const mostOfLine = 16 * 1024 * 1024;
const mostOfAll = 512 * 1024 * 1024;
/** Some twenty times as many as a certification takes. */
const mostLines = 500_000;
/** How much is decompressed at a time, in bytes. */
const chunkSize = 64 * 1024;
const lineFeed = "\n".charCodeAt(0);

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** The lines of a transcript, one after the other. */
export interface TranscriptReader {
  /** Makes the next line ready, if there is one. Throws BundleError for what cannot be decompressed. */
  readonly load: () => Promise<void>;
  /** Is the next line ready, or is it known that there is none? */
  readonly isLoaded: () => boolean;
  /** The next line, once it is loaded; undefined after the last. Throws BundleError if it is no line of a transcript. */
  readonly peek: () => Line | undefined;
  /** Goes on to the line after it. */
  readonly advance: () => void;
}

/** Reads a compressed transcript. It need not fit into memory, and most of its lines are there without waiting. */
export function readTranscript(compressed: Uint8Array): TranscriptReader {
  const batches = linesOf(compressed);
  let ready: readonly Buffer[] = [];
  let next = 0;
  let before = 0;
  let isAtEnd = false;
  let line: Line | undefined;
  return {
    load: async () => {
      while (!isAtEnd && next >= ready.length) {
        const batch = await batches.next();
        isAtEnd = batch.done === true;
        before += ready.length;
        next = 0;
        ready = batch.value ?? [];
      }
    },
    isLoaded: () => isAtEnd || next < ready.length,
    peek: () => {
      const bytes = ready[next];
      if (bytes === undefined) return undefined;
      if (before + next >= mostLines) throw tooLong();
      line ??= parseLine(bytes, before + next + 1);
      return line;
    },
    advance: () => {
      line = undefined;
      next += 1;
    },
  };
}

function parseLine(bytes: Buffer, number: number): Line {
  try {
    const line = lineSchema.safeParse(JSON.parse(strictUtf8.decode(bytes)));
    if (line.success) return line.data;
  } catch {
    // A line that is no JSON is refused below, as is JSON of another form.
  }
  throw new BundleError(`has a transcript whose line ${number} cannot be read`);
}

/** Whole lines, as many at a time as were decompressed. They become text one by one: long texts outlive their use. */
async function* linesOf(compressed: Uint8Array): AsyncGenerator<readonly Buffer[]> {
  /** Of the line that is not whole yet. */
  let parts: Buffer[] = [];
  let length = 0;
  let all = 0;
  const chunks = Readable.from([compressed], { objectMode: true }).pipe(createGunzip({ chunkSize }));
  try {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      const lines: Buffer[] = [];
      let start = 0;
      for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
        const tail = chunk.subarray(start, end);
        lines.push(parts.length === 0 ? tail : Buffer.concat([...parts, tail]));
        [parts, length, start] = [[], 0, end + 1];
      }
      parts.push(chunk.subarray(start));
      length += chunk.length - start;
      all += chunk.length;
      if (length > mostOfLine || all > mostOfAll) throw tooLong();
      yield lines;
    }
  } catch (error) {
    if (error instanceof BundleError) throw error;
    throw new BundleError(`has a transcript that cannot be read (${(error as Error).message})`);
  }
  if (length > 0) throw new BundleError("has a transcript whose last line is cut off");
}

function tooLong(): BundleError {
  return new BundleError("has a transcript that is too long");
}
