import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { lstatSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type CataloguedContract, ConfigurationError, type Contract } from "../description/index.js";
import type { StartedTarget } from "../engine/index.js";
import type { ReferenceContract, ReferenceServerOptions, Started } from "../server/index.js";
import { openTokenSource, TokenError, type TokenSource } from "../transport/index.js";
import { TargetError, whileListening } from "./exit-codes.js";
import { describeEnd } from "./process-group.js";
import type { ResolvedTarget } from "./resolve-settings.js";
import { configurationFile, defined, type Settings } from "./settings.js";
import { startServer } from "./started-server.js";

/** A target that is ready to be judged. */
export interface Target {
  readonly baseUrl: string;
  readonly key: string;
  /** Where tokens come from that take the place of the key; it is the first of them. */
  readonly tokens?: TokenSource;
  readonly embedded: boolean;
  /** The server that was started for it. */
  readonly started?: StartedTarget;
  readonly close: () => Promise<void>;
}

/** @throws TargetError if the server that was started has ended */
export async function needServing({ started }: Pick<Target, "started">): Promise<void> {
  const trouble = await started?.trouble();
  if (trouble !== undefined) throw new TargetError(trouble);
}

/**
 * Does the work of a command on a target, and gives the target up afterwards. The first interruption aborts the signal.
 * @returns the exit code
 * @throws ConfigurationError and TargetError as `openTarget` does
 */
export async function withTarget(
  { target, contract, launched }: TargetSources,
  work: (target: Target, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  return whileListening(async (signal) => {
    const opened = await openTarget(target, contract, signal, launched);
    try {
      return await work(opened, signal);
    } finally {
      await opened.close();
    }
  });
}

/** The target that the settings name, and the contract of the embedded server, which may be starting already. */
interface TargetSources {
  readonly target: ResolvedTarget | undefined;
  readonly contract: Contract | CataloguedContract;
  readonly launched?: Promise<ReferenceProcess> | undefined;
}

/**
 * Makes a target ready: started first if it is to be, and logged in to; without any, the embedded reference server in a process of its own.
 * @param launched the embedded one, if it is starting already
 * @throws ConfigurationError if another server is there already, or the one that was started has ended
 * @throws TargetError if it does not answer, or gives no token
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
  const { baseUrl, key, keyVariable, login, start, secondKey } = target;
  const secrets = [key, ...(secondKey === undefined ? [] : [secondKey]), ...(login?.secrets ?? [])].filter(
    Boolean,
  );
  const started = start && (await startServer(start, { baseUrl, secrets, keyVariable, signal }));
  const close = started?.stop ?? (async () => undefined);
  const ready = { baseUrl, key, embedded: false, close, ...defined({ started }) };
  if (login === undefined) return ready;
  try {
    const tokens = await openTokenSource(login, signal);
    return { ...ready, key: await tokens.current(), tokens };
  } catch (error) {
    await close();
    throw error instanceof TokenError ? new TargetError(error.message) : error;
  }
}

/** A reference server in a process of its own. It ends with this process, too. */
export interface ReferenceProcess {
  readonly baseUrl: string;
  readonly key: string;
  /** Ends it, and resolves once it has ended. */
  stop(): Promise<void>;
}

/** Starts the embedded server at once where nothing can name another target: no flag, and no configuration file. */
export function launchEmbedded(flags: Settings): Promise<ReferenceProcess> | undefined {
  const { target, waitFor, config, spec } = flags;
  const isThere = lstatSync(configurationFile, { throwIfNoEntry: false }) !== undefined;
  if (isThere || [target, waitFor, config].some((named) => named !== undefined)) return undefined;
  const contract = import("../description/index.js").then(({ loadContract }) => loadContract(spec));
  const launched = launchReferenceProcess(contract);
  // The run loads the same contract, and says what is wrong with it.
  launched.catch(() => undefined);
  return launched;
}

/** Milliseconds that the child gets to start; then to stop, after which it is killed. */
const startsWithin = 15_000;
const stopsWithin = 8_000;

/**
 * Starts the reference server in a process of its own, so that it takes no time from the one that measures it.
 * @param loading may still be loading: the process starts meanwhile. It is sent over, since reading it twice takes longer.
 */
export async function launchReferenceProcess(
  loading: ReferenceContract | Promise<ReferenceContract>,
): Promise<ReferenceProcess> {
  // Letters in both cases and digits, so that each way of altering a key applies to it.
  const key = `embedded-${randomBytes(12).toString("hex")}-Key`;
  const stdio = ["ignore", "ignore", "inherit", "ipc"] as const;
  const child = fork(entryFile, [], { execArgv: [], serialization: "advanced", stdio: [...stdio] });
  const starting = hear(child);
  try {
    const { document, removalDate, versionSegment, roles } = await loading;
    const contract = { document, removalDate, versionSegment, roles };
    if (child.connected) child.send({ contract, key } satisfies ReferenceServerOptions, () => {});
    const started = await starting;
    if ("reason" in started) throw new Error(`The reference server did not start: ${started.reason}`);
    child.unref();
    child.channel?.unref();
    return { baseUrl: started.baseUrl, key, stop: () => stop(child) };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

/** The compiled one, also when this file runs uncompiled, from `src`. */
const entryFile = fileURLToPath(new URL("../../dist/server/process.js", import.meta.url));

/** Returns the child's message, or else the reason why there is none. */
async function hear(child: ChildProcess): Promise<Started> {
  const message = once(child, "message").then(([started]): Started => started);
  const ended = once(child, "exit").then(([code, signal]) => ({
    reason: `its process ${describeEnd(code, signal)}`,
  }));
  const late = delay(startsWithin, { reason: `no answer within ${startsWithin / 1000} s` }, { ref: false });
  return Promise.race([message, ended, late]).catch((error: Error) => ({ reason: error.message }));
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const ended = once(child, "exit");
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill("SIGKILL"), stopsWithin);
  await ended;
  clearTimeout(timer);
}
