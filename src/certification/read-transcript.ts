import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { BundleError } from "./read-bundle.js";
import { type Line, lineSchema } from "./transcript.js";

/** Of one line, in characters, and of all. */
const mostOfLine = 32 * 1024 * 1024;
const mostOfAll = 4 * 1024 * 1024 * 1024;

/** How the line begins with which a run does. */
const runBegins = '{"kind":"run"';

/**
 * The lines of a compressed transcript, one after the other, so that they need not fit into memory.
 * @param wanted numbers of runs: of others, the first line only
 * @throws BundleError for the first that is no line of a transcript
 */
export async function* readTranscript(
  compressed: Uint8Array,
  wanted: ReadonlySet<number>,
): AsyncGenerator<Line> {
  let number = 0;
  let isWanted = true;
  for await (const text of linesOf(compressed)) {
    number += 1;
    if (!isWanted && !text.startsWith(runBegins)) continue;
    const line = parseLine(text, number);
    if (line.kind === "run") isWanted = wanted.has(line.number);
    yield line;
  }
}

function parseLine(text: string, number: number): Line {
  try {
    const line = lineSchema.safeParse(JSON.parse(text));
    if (line.success) return line.data;
  } catch {
    // It is told below.
  }
  throw new BundleError(`has a transcript whose line ${number} cannot be read`);
}

async function* linesOf(compressed: Uint8Array): AsyncGenerator<string> {
  let rest = "";
  let all = 0;
  const decoder = new TextDecoder("utf8", { fatal: true });
  try {
    for await (const chunk of Readable.from([compressed], { objectMode: true }).pipe(createGunzip())) {
      all += (chunk as Buffer).length;
      const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > mostOfLine || all > mostOfAll)
        throw new BundleError("has a transcript that is too long");
      yield* lines;
    }
  } catch (error) {
    if (error instanceof BundleError) throw error;
    throw new BundleError(`has a transcript that cannot be read (${(error as Error).message})`);
  }
  if (rest !== "") throw new BundleError("has a transcript whose last line is cut off");
}
