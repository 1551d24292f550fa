import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** How long a process may take to end when it is asked to, in ms. */
const grace = 5000;

/** Stops a process that leads a group of its own, with all that it started. */
export async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  signalGroup(child, "SIGTERM");
  const timer = setTimeout(() => signalGroup(child, "SIGKILL"), grace);
  await ended;
  clearTimeout(timer);
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
    // It has ended by itself.
  }
}
