import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { deadPort } from "../servers/plain-server.js";

/** A server program that takes connections. */
export interface Daemon {
  /** At 127.0.0.1. */
  readonly port: number;
  /** All that it has written so far. */
  readonly said: () => string;
}

/** How long one may take to start, in ms. */
const startsWithin = 10_000;

/**
 * Starts a server program in the foreground, at a free port, and waits until it listens. It ends with the test.
 * @param prepare writes what it needs to listen at this port; returns its arguments
 */
export async function startDaemon(
  program: string,
  prepare: (port: number) => readonly string[],
): Promise<Daemon> {
  const port = await deadPort();
  const child = spawn(program, prepare(port), { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  onTestFinished(() => stop(child));
  const until = performance.now() + startsWithin;
  while (!(await listens(port))) {
    if (hasEnded(child) || performance.now() > until) throw new Error(`${program} did not start: ${text}`);
    await sleep(10);
  }
  return { port, said: () => text };
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "close");
  child.kill("SIGTERM");
  await ended;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
