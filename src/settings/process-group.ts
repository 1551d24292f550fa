import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

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
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}
