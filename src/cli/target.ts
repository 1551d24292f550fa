import { randomBytes } from "node:crypto";
import type { Contract } from "../description/index.js";
import { launchReferenceProcess } from "../reference/index.js";
import type { ResolvedTarget } from "./resolve-settings.js";
import { startServer } from "./start-command.js";

/** A target that is ready to be judged. */
export interface Target {
  readonly baseUrl: string;
  readonly key: string;
  readonly embedded: boolean;
  readonly close: () => Promise<void>;
}

/** What decides how a target is made ready. */
export interface TargetChoice {
  readonly target: ResolvedTarget;
  readonly contract: Contract;
  readonly signal: AbortSignal;
}

/** Makes a target ready: started first if it is to be; the embedded reference server in a process of its own. */
export async function openTarget({ target, contract, signal }: TargetChoice): Promise<Target> {
  if (target.kind === "embedded") {
    const key = `embedded-${randomBytes(12).toString("hex")}-Key`;
    const server = await launchReferenceProcess({ contract, key });
    return { baseUrl: server.url, key, embedded: true, close: server.stop };
  }
  const { baseUrl, key, start } = target;
  if (start === undefined) return { baseUrl, key, embedded: false, close: async () => undefined };
  const server = await startServer(start, key, signal);
  return { baseUrl, key, embedded: false, close: server.stop };
}
