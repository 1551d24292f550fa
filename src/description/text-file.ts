import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs";

/**
 * Something the user gave (a file, a flag, an environment variable) cannot be used.
 * The message is one sentence: what is wrong, where, and what to do. Exit code 2.
 */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** More than any file has that people write, in bytes. */
const mostOfText = 1024 * 1024;

/** What a file must be like to be read. */
export interface TextFileOptions {
  /** In bytes; a megabyte if absent. */
  readonly most?: number;
  /** Also what another process writes, such as `<(command)` in a shell. */
  readonly pipes?: boolean;
}

/** Why a file was not read, in a few words. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
}

/**
 * Reads a file that a user named. A device or a pipe may never end, and so may be far too large.
 * @throws UnreadableFile
 */
export function readTextFile(path: string, options: TextFileOptions = {}): string {
  const { most = mostOfText, pipes = false } = options;
  try {
    if (!isReadable(statSync(path), pipes)) throw new UnreadableFile("is no file");
    return readAtMost(path, most);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(`cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"})`);
  }
}

function isReadable(stats: Stats, pipes: boolean): boolean {
  return stats.isFile() || (pipes && (stats.isFIFO() || stats.isSocket()));
}

/** What the size says may be wrong, as it is of the files in /proc. */
function readAtMost(path: string, most: number): string {
  const file = openSync(path, "r");
  try {
    const chunks: Buffer[] = [];
    for (let size = 0; ; ) {
      const chunk = Buffer.alloc(64 * 1024);
      const read = readSync(file, chunk);
      if (read === 0) return Buffer.concat(chunks).toString("utf8");
      size += read;
      if (size > most) throw new UnreadableFile(`is larger than ${Math.round(most / 1024)} KB`);
      chunks.push(chunk.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}
