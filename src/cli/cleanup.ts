import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { safeText } from "../report/index.js";
import { createRedact, type Redact } from "../transport/index.js";
import type { ShellCommand } from "./values.js";
import { tell } from "./warn.js";

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

/** How long a process may take to end when it is asked to, in ms. */
const grace = 5000;

/** Between two looks at a group, in ms. */
const between = 20;

/** Stops a process that leads a group of its own, with all that it started: their port is free when this resolves. */
export async function stopGroup(child: ChildProcess): Promise<void> {
  if (!isGroupAlive(child)) return;
  signalGroup(child, "SIGTERM");
  await groupEnded(child);
  signalGroup(child, "SIGKILL");
  await groupEnded(child);
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** Resolves when no process of the group is left, or when the time for that is over. */
async function groupEnded(child: ChildProcess): Promise<void> {
  const until = performance.now() + grace;
  while (isGroupAlive(child) && performance.now() < until) await sleep(between);
}

/** Is there still a process in the group that a process leads, or led? One that has ended and is only not collected is none. */
export function isGroupAlive({ pid }: ChildProcess): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(-pid, 0);
  } catch {
    return false;
  }
  // In a container, nobody may ever collect what a shell leaves behind.
  return process.platform !== "linux" || readdirSync("/proc").some((each) => isAlive(each, pid));
}

/** Source: proc_pid_stat(5): after the name in parentheses come state, parent, and group; threads are the 18th. */
function isAlive(pid: string, group: number): boolean {
  if (!/^\d+$/.test(pid)) return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state = "", , ofGroup] = fields;
    // The first thread may have ended before others, which still hold the port.
    const hasEnded = ["Z", "X"].includes(state) && Number(fields[17]) <= 1;
    return Number(ofGroup) === group && !hasEnded;
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

/** How a process has ended, by what its "exit" event says. */
export function describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
  return `ended with ${signal ?? `exit code ${code}`}`;
}

/** Sends a signal to the group that a process leads, if it is still there. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}
