import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { safeText } from "../report/index.js";
import { describeEnd, type ShellCommand, signalGroup, stopGroup, tell } from "../settings/index.js";
import { createRedact, type Redact } from "../transport/index.js";

/** The command to run after a run, and its input: the journal of what runs have added, as an absolute path. */
interface Cleanup extends ShellCommand {
  readonly journal: string;
  readonly baseUrl: string;
  readonly key: string;
  /** Besides the key, what is in no output. */
  readonly secrets?: readonly string[];
  /** How long it may take, in ms. */
  readonly longest?: number;
}

const aMinute = 60_000;

/**
 * Runs the command with the journal's path as its last argument. Its output goes to stderr, as does its failure:
 * that the target could not be tidied up says nothing about whether it conforms.
 */
export async function cleanUp(cleanup: Cleanup): Promise<void> {
  const { command, folder, journal, baseUrl, key, secrets = [], longest = aMinute } = cleanup;
  const redactKeys = [key, ...secrets].map((each) => createRedact(each));
  const hide: Redact = (text) => redactKeys.reduce((hidden, redact) => redact(hidden), text);
  // The path is an argument of the shell and never part of its text, whatever characters are in it.
  const child = spawn("/bin/sh", ["-c", `${command.trim()} "$1"`, "pedigree-cleanup", journal], {
    cwd: folder,
    // A group of its own: stopped as a whole, and not by the Ctrl-C that ended the run.
    detached: true,
    env: {
      ...process.env,
      PEDIGREE_CREATED: journal,
      PEDIGREE_TARGET: baseUrl,
      PEDIGREE_API_KEY: key,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = [child.stdout, child.stderr].map((stream) => passOn(stream, hide));
  const ended = once(child, "exit").then(
    ([code, signal]) => (code === 0 ? undefined : `it ${describeEnd(code, signal)}`),
    (error: Error) => `it could not be started: ${error.message}`,
  );
  const leave = (): void => signalGroup(child, "SIGKILL");
  process.once("exit", leave);
  const late = AbortSignal.timeout(longest);
  late.addEventListener("abort", () => void stopGroup(child));
  const trouble = await ended;
  const reason = late.aborted ? `it was stopped after ${longest / 1000} s` : trouble;
  process.off("exit", leave);
  // Processes that the command left running may hold its output open.
  await Promise.race([Promise.all(closed), sleep(200)]);
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  if (reason === undefined) return;
  tell(
    `the clean-up did not work (${safeText(command)}): ${reason}; what was added is listed in ${safeText(journal)}`,
  );
}

/** Writes what the command says, line by line, without the key. Resolves when it has said everything. */
async function passOn(stream: Readable, redact: Redact): Promise<void> {
  let rest = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) process.stderr.write(`${redact(line)}\n`);
  });
  await once(stream, "close");
  if (rest !== "") process.stderr.write(`${redact(rest)}\n`);
}
