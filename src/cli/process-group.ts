import type { ChildProcess } from "node:child_process";

/** How long a process may take to end when it is asked to, in ms. */
const grace = 5000;

/** Stops a process that leads a group of its own, with all that it started. */
export async function stopGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  signalGroup(pid, "SIGTERM");
  const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), grace);
  await ended;
  clearTimeout(timer);
}

/** Sends a signal to a group, if it is still there. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}
