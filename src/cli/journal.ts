import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ConfigurationError } from "../description/index.js";
import type { ChangeEntry, CreationEntry, Report } from "../engine/index.js";
import { writeFileAtomically } from "../report/index.js";
import { tell, warnOnStderr } from "../settings/index.js";
import { moveOrRemove } from "./archive-reports.js";

/** The file of what a run has learnt so far, as a report, until the run has written its reports. */
export const runJournalFile = "journal.json";

/** Opens the journal of a run, in the folder of its reports. That of a run that was cut off is kept under another name. */
export function openRunJournal(folder: string) {
  archiveJournal(folder);
  const path = join(folder, runJournalFile);
  let isBegun = false;
  let isWarned = false;
  /** Replaces the journal; it is on the disk when this returns. The earlier content stays where that cannot be. */
  const write = (report: Report): void => {
    isBegun = true;
    const trouble = writeFileAtomically(path, `${JSON.stringify(report)}\n`, true);
    if (trouble === undefined || isWarned) return;
    isWarned = true;
    warnOnStderr(`${trouble}: if the run is cut off now, what it has learnt since then is lost`);
  };
  return {
    write,
    /** Of a run that has ended: it is kept where the reports do not have all that it has. */
    close: (report: Report, isComplete: boolean): void => {
      if (!isBegun) return;
      if (!isComplete) write(report);
      else if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) rmSync(path);
    },
  };
}

/** Renames the journal of a run that was cut off, and says so. */
function archiveJournal(folder: string): void {
  const path = join(folder, runJournalFile);
  if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return;
  const aside = `${path}.previous`;
  moveOrRemove(path, aside);
  tell(
    `the last run here was cut off; what it had learnt is now in ${aside}: "pedigree report ${aside}" shows it`,
  );
}

/** Where a run writes down what it adds, in the folder of the reports. */
export const journalFile = "created.ndjson";

/** Neither through a link, which leads anywhere, nor into a pipe, which may never be read. */
function openFile(path: string): number {
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = openSync(path, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    if (!fstatSync(file).isFile()) throw Object.assign(new Error("no file"), { code: "no file" });
    healLastLine(file);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** More than any line has: a body is an animal. */
const mostOfLine = 1024 * 1024;

/**
 * A crash may have torn the last line. Half of one is cut off: what it was about was not sent, or has a line before.
 * One that lacks its line break only gets it.
 */
function healLastLine(file: number): void {
  const tail = readTail(file, mostOfLine);
  const last = tail.subarray(tail.lastIndexOf("\n") + 1);
  if (last.length === 0) return;
  if (last.length === mostOfLine || parseLine(last.toString("utf8")) !== undefined) writeFileSync(file, "\n");
  else ftruncateSync(file, fstatSync(file).size - last.length);
}

/** @param most in bytes */
function readTail(file: number, most: number): Buffer {
  const { size } = fstatSync(file);
  const tail = Buffer.alloc(Math.min(size, most));
  return tail.subarray(0, readSync(file, tail, 0, tail.length, size - tail.length));
}

/** Undefined for a line that is no JSON. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Opens the journal at this path. Its file is made with the first entry, readable by its owner only, and never
 * shortened: what earlier runs added may still be there.
 * @throws ConfigurationError from `prepare` and `write`, if the file cannot be written to
 */
export function openJournal(path: string) {
  let file: number | undefined;
  const orRefuse = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new ConfigurationError(
        `the journal ${path} cannot be written to (${code}): without it, nobody could tell what was added`,
      );
    }
  };
  return {
    /** Makes sure, before anything is sent, that the file of earlier runs can be added to. */
    prepare: () =>
      orRefuse(() => {
        // A link that leads nowhere is there, too.
        if (lstatSync(path, { throwIfNoEntry: false })) file ??= openFile(path);
      }),
    /** Appends a line; it is in the file when this returns, whatever becomes of the process. */
    write: (entry: CreationEntry | ChangeEntry) =>
      orRefuse(() => {
        file ??= openFile(path);
        writeFileSync(file, `${JSON.stringify(entry)}\n`);
      }),
    close: () => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** Bytes of the journal's end that are read: the runs of a few weeks. */
const mostBytes = 4 * 1024 * 1024;

/**
 * Returns the bodies that earlier runs sent to this address to add animals, as JSON texts, by the journal at this path. Lines that are no
 * entries are passed over: a crash may have torn one. Empty if there is no journal.
 */
export function readEarlierBodies(path: string, baseUrl: string): readonly string[] {
  const own = readEntries(path).flatMap((entry) =>
    entry?.event === "sending" && entry.target === baseUrl ? [entry.body] : [],
  );
  return [...new Set(own.filter((body) => typeof body === "string"))];
}

/** Anybody may have written the file. */
function readEntries(path: string): readonly (Partial<CreationEntry> | null | undefined)[] {
  return readEnd(path).split("\n").map(parseLine) as readonly (Partial<CreationEntry> | null | undefined)[];
}

function readEnd(path: string): string {
  let file: number | undefined;
  try {
    // A pipe in place of the file may never be written to.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return readTail(file, mostBytes).toString("utf8");
  } catch {
    return "";
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
