import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { BundleError } from "./bundle-error.js";
import { type Line, lineSchema } from "./transcript.js";

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
