import { randomBytes } from "node:crypto";
import { ConfigurationError, type Contract } from "../contract/index.js";
import { launchReferenceProcess } from "../reference/index.js";
import { startServer } from "./start-command.js";
import { readBaseUrl, readKey, type TargetOptions } from "./target-options.js";

/** A target that is ready to be judged. */
export interface Target {
  readonly baseUrl: string;
  readonly key: string;
  readonly embedded: boolean;
  readonly close: () => Promise<void>;
}

/** What decides which target it is. */
export interface TargetChoice {
  readonly options: TargetOptions & { readonly start?: string; readonly waitFor?: string };
  readonly contract: Contract;
  readonly signal: AbortSignal;
}

/**
 * The target that the options name, started first if they say so; the embedded reference server, in a process of
 * its own, if they name none.
 */
export async function openTarget({ options, contract, signal }: TargetChoice): Promise<Target> {
  const { start, waitFor } = options;
  if (start !== undefined && waitFor === undefined) {
    throw new ConfigurationError(
      "--start needs --wait-for with the address at which the server answers once it is up",
    );
  }
  if (start === undefined && waitFor !== undefined) {
    throw new ConfigurationError("--wait-for needs --start with the command that starts the server");
  }
  const address = options.target ?? waitFor;
  if (address === undefined) {
    const key = `embedded-${randomBytes(12).toString("hex")}-Key`;
    const server = await launchReferenceProcess({ contract, key });
    return { baseUrl: server.url, key, embedded: true, close: server.stop };
  }
  const baseUrl = readBaseUrl(address);
  const key = readKey(options, process.env);
  if (start === undefined || waitFor === undefined) {
    return { baseUrl, key, embedded: false, close: async () => undefined };
  }
  readBaseUrl(waitFor.split("?")[0] ?? waitFor);
  const server = await startServer(start, waitFor, signal);
  return { baseUrl, key, embedded: false, close: server.stop };
}
