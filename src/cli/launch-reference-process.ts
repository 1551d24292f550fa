import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { lstatSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ReferenceContract, ReferenceServerOptions, Started } from "../reference/index.js";
import { describeEnd } from "./process-group.js";
import { configurationFile, type Settings } from "./settings.js";

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
const entryFile = fileURLToPath(new URL("../../dist/reference/process.js", import.meta.url));

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
