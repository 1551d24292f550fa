import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type CataloguedContract, ConfigurationError, type Contract } from "../description/index.js";
import { createRedact, openTokenSource, TokenError, type TokenSource } from "../transport/index.js";
import { launchReferenceProcess, type ReferenceProcess } from "./launch-reference-process.js";
import { TargetError } from "./outcome.js";
import { describeEnd, stopGroup } from "./process-group.js";
import type { ResolvedTarget, StartOptions } from "./resolve-settings.js";

/** A target that is ready to be judged. */
export interface Target {
  readonly baseUrl: string;
  readonly key: string;
  /** Where tokens come from that take the place of the key; it is the first of them. */
  readonly tokens?: TokenSource;
  readonly embedded: boolean;
  readonly close: () => Promise<void>;
}

/**
 * Makes a target ready: started first if it is to be, and logged in to; without any, the embedded reference server in a process of its own.
 * @param launched the embedded one, if it is starting already
 * @throws TargetError if it does not start, or gives no token
 */
export async function openTarget(
  target: ResolvedTarget | undefined,
  contract: Contract | CataloguedContract,
  signal: AbortSignal,
  launched?: Promise<ReferenceProcess>,
): Promise<Target> {
  if (target === undefined) {
    if (!("roles" in contract))
      throw new ConfigurationError("no target is named: give the server's address with --target");
    const { baseUrl, key, stop } = await (launched ?? launchReferenceProcess(contract));
    return { baseUrl, key, embedded: true, close: stop };
  }
  const { baseUrl, key, login, start } = target;
  const secrets = [key, ...(login?.secrets ?? [])];
  const close = start === undefined ? async () => undefined : await startServer(start, secrets, signal);
  if (login === undefined) return { baseUrl, key, embedded: false, close };
  try {
    const tokens = await openTokenSource(login, signal);
    return { baseUrl, key: await tokens.current(), tokens, embedded: false, close };
  } catch (error) {
    await close();
    throw error instanceof TokenError ? new TargetError(error.message) : error;
  }
}

/** In ms. */
const patience = { start: 60_000, between: 100, probe: 2000 };
const mostOutput = 4000;

/**
 * Starts a server with a shell command, and waits until an address answers anything over HTTP.
 * @throws TargetError if it ends before, or does not answer in time
 */
async function startServer(
  start: StartOptions,
  secrets: readonly string[],
  signal: AbortSignal,
): Promise<Target["close"]> {
  const { command, folder, waitFor } = start;
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
    ended = `it ${describeEnd(code, exitSignal)}`;
  });
  const until = performance.now() + patience.start;
  while (!(await responses(waitFor))) {
    const late =
      performance.now() > until ? `${waitFor} did not answer within ${patience.start / 1000} s` : undefined;
    const trouble = ended ?? late ?? (signal.aborted ? "the run was interrupted" : undefined);
    if (trouble !== undefined) {
      await stopGroup(child);
      // It may have printed its configuration.
      const hidden = secrets.reduce((text, secret) => createRedact(secret)(text), output);
      const said = hidden.slice(-mostOutput).trimEnd();
      throw new TargetError(`the server did not start: ${trouble}${said === "" ? "" : `\n${said}`}`);
    }
    await sleep(patience.between);
  }
  return () => stopGroup(child);
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
