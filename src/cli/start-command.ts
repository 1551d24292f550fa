import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { createRedact } from "../transport/index.js";
import { TargetError } from "./outcome.js";
import { stopGroup } from "./process-group.js";

/** How to start a server under test. */
export interface StartOptions {
  /** For the shell. */
  readonly command: string;
  /** Where it is run. */
  readonly folder: string;
  /** Address that answers anything over HTTP once the server is up. */
  readonly waitFor: string;
}

/** A server under test that we started. */
export interface StartedServer {
  readonly stop: () => Promise<void>;
}

/** In ms. */
const patience = { start: 60_000, between: 100, probe: 2000 };
const mostOutput = 4000;

/**
 * Starts a server with a shell command, and waits until an address answers anything over HTTP.
 * @throws TargetError if it ends before, or does not answer in time
 */
export async function startServer(
  options: StartOptions,
  key: string,
  signal: AbortSignal,
): Promise<StartedServer> {
  const { command, folder, waitFor } = options;
  // A group of its own, so that what the shell starts is stopped with it.
  const child = spawn(command, {
    shell: true,
    detached: true,
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-2 * mostOutput);
    });
  }
  let ended: string | undefined;
  child.once("error", (error) => {
    ended = error.message;
  });
  child.once("exit", (code, exitSignal) => {
    ended = `it ended with ${exitSignal ?? `exit code ${code}`}`;
  });
  const until = performance.now() + patience.start;
  while (!(await responses(waitFor))) {
    const late =
      performance.now() > until ? `${waitFor} did not answer within ${patience.start / 1000} s` : undefined;
    const trouble = ended ?? late ?? (signal.aborted ? "the run was interrupted" : undefined);
    if (trouble !== undefined) {
      await stopGroup(child);
      // It may have printed its configuration.
      const said = createRedact(key)(output).slice(-mostOutput).trimEnd();
      throw new TargetError(`the server did not start: ${trouble}${said === "" ? "" : `\n${said}`}`);
    }
    await sleep(patience.between);
  }
  return { stop: () => stopGroup(child) };
}

async function responses(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(patience.probe) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
