import { closeSync, constants, fstatSync, openSync, writeSync } from "node:fs";
import { ConfigurationError } from "../contract/index.js";
import type { CreationEntry } from "../run/index.js";

/** Where a run writes down what it adds, in the folder of the reports. */
export const journalFile = "created.ndjson";

/** A file that is told of every animal that a run may have added. */
export interface Journal {
  /** Appends a line; it is in the file when this returns, whatever becomes of the process. */
  readonly write: (entry: CreationEntry) => void;
  readonly close: () => void;
}

/** Neither through a link, which leads anywhere, nor into a pipe, which may never be read. */
function openFile(path: string): number {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = openSync(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o600);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw Object.assign(new Error("no file"), { code: "no file" });
}

/**
 * Opens the journal at this path. Its file is made with the first entry, readable by its owner only, and never
 * shortened: what earlier runs added may still be there.
 * @throws ConfigurationError from `write`, if the file cannot be written to
 */
export function openJournal(path: string): Journal {
  let file: number | undefined;
  return {
    write: (entry) => {
      try {
        file ??= openFile(path);
        writeSync(file, `${JSON.stringify(entry)}\n`);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        throw new ConfigurationError(
          `the journal ${path} cannot be written to (${code}): without it, nobody could tell what was added`,
        );
      }
    },
    close: () => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
