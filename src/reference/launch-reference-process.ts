import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ReferenceContract } from "./operations.js";
import type { ChildMessage, ParentMessage } from "./process.js";

/** What a reference server in a process of its own is to be. */
export interface LaunchOptions {
  /** May still be loading: the process starts meanwhile. It is sent over, since reading it twice takes longer. */
  readonly contract: ReferenceContract | Promise<ReferenceContract>;
  /** Without it, a random one. */
  readonly key?: string;
  /** 0, the default, lets the operating system choose a free one. */
  readonly port?: number;
  readonly host?: string;
}

/** A reference server in a process of its own. It ends with this process, too. */
export interface ReferenceProcess {
  readonly url: string;
  readonly key: string;
  /** Ends it, and resolves once it has ended. */
  stop(): Promise<void>;
}

/** Milliseconds that the child gets to start; then to stop, after which it is killed. */
const startsWithin = 15_000;
const stopsWithin = 8_000;

/** Starts the reference server in a process of its own, so that it takes no time from the one that measures it. */
export async function launchReferenceProcess(options: LaunchOptions): Promise<ReferenceProcess> {
  const key = options.key ?? randomBytes(24).toString("base64url");
  const child = fork(entryFile(), [], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const started = firstMessage(child);
  started.catch(() => {});
  try {
    const { document, removalDate, versionSegment, roles } = await options.contract;
    send(child, {
      kind: "start",
      contract: { document, removalDate, versionSegment, roles },
      key,
      port: options.port ?? 0,
      host: options.host ?? "127.0.0.1",
    });
    const message = await started;
    if (message.kind === "failed") throw new Error(`The reference server did not start: ${message.reason}`);
    child.unref();
    child.channel?.unref();
    return { url: message.url, key, stop: () => stop(child) };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

/** The compiled sibling; when this file runs uncompiled, from `src`, the one in `dist`. */
function entryFile(): string {
  const isSource = import.meta.url.endsWith(".ts");
  return fileURLToPath(
    new URL(isSource ? "../../dist/reference/process.js" : "./process.js", import.meta.url),
  );
}

function send(child: ChildProcess, message: ParentMessage): void {
  if (child.connected) child.send(message, () => {});
}

function firstMessage(child: ChildProcess): Promise<ChildMessage> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`The reference server did not start: ${reason}`));
    const timer = setTimeout(() => fail(`no answer within ${startsWithin / 1000} s`), startsWithin);
    child.once("message", (message) => resolve(message as ChildMessage));
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code, signal) => fail(`its process ended with ${signal ?? `exit code ${code}`}`));
    child.once("message", () => clearTimeout(timer));
    child.once("exit", () => clearTimeout(timer));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const ended = once(child, "exit");
  send(child, { kind: "stop" });
  const timer = setTimeout(() => child.kill("SIGKILL"), stopsWithin);
  await ended;
  clearTimeout(timer);
}
