import { type CataloguedContract, ConfigurationError, type Contract } from "../description/index.js";
import type { StartedTarget } from "../run/index.js";
import { openTokenSource, TokenError, type TokenSource } from "../transport/index.js";
import { launchReferenceProcess, type ReferenceProcess } from "./launch-reference-process.js";
import { TargetError, whileListening } from "./outcome.js";
import type { ResolvedTarget } from "./resolve-settings.js";
import { defined } from "./settings.js";
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
