import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { BundleError } from "./bundle-error.js";
import { type Line, lineSchema } from "./transcript.js";

/** Of one line, and of all, in characters. */
const mostOfLine = 16 * 1024 * 1024;
const mostOfAll = 512 * 1024 * 1024;
/** Some twenty times as many as a certification takes. */
const mostLines = 500_000;
/** How much is decompressed at a time, in bytes. */
const chunkSize = 128 * 1024;

/**
 * The lines of a compressed transcript, one after the other, so that they need not fit into memory.
 * @throws BundleError for the first that is no line of a transcript
 */
export async function* readTranscript(compressed: Uint8Array): AsyncGenerator<Line> {
  let number = 0;
  for await (const lines of linesOf(compressed))
    for (const text of lines) {
      number += 1;
      if (number > mostLines) throw tooLong();
      yield parseLine(text, number);
    }
}

function parseLine(text: string, number: number): Line {
  try {
    const line = lineSchema.safeParse(JSON.parse(text));
    if (line.success) return line.data;
  } catch {
    // A text that is no JSON is refused below, as is JSON of another form.
  }
  throw new BundleError(`has a transcript whose line ${number} cannot be read`);
}

/** Whole lines, as many at a time as were decompressed. */
async function* linesOf(compressed: Uint8Array): AsyncGenerator<readonly string[]> {
  /** Of the line that is not whole yet. */
  let parts: string[] = [];
  let length = 0;
  let all = 0;
  const decoder = new TextDecoder("utf8", { fatal: true });
  const chunks = Readable.from([compressed], { objectMode: true }).pipe(createGunzip({ chunkSize }));
  try {
    for await (const chunk of chunks) {
      const [head = "", ...lines] = decoder.decode(chunk as Buffer, { stream: true }).split("\n");
      all += (chunk as Buffer).length;
      length += head.length;
      parts.push(head);
      if (length > mostOfLine || all > mostOfAll) throw tooLong();
      if (lines.length === 0) continue;
      const rest = lines.pop() ?? "";
      yield [parts.join(""), ...lines];
      parts = [rest];
      length = rest.length;
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
