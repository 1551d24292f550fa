import { type ChildProcess, spawn } from "node:child_process";
import { lookup } from "node:dns/promises";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ConfigurationError } from "../description/index.js";
import type { StartedTarget } from "../engine/index.js";
import { createRedact, createRedactWhole, shortestHiddenInParts } from "../transport/index.js";
import { TargetError } from "./exit-codes.js";
import { describeEnd, isGroupAlive, stopGroup } from "./process-group.js";
import type { StartOptions } from "./start-options.js";

/** A server that was started to be judged. */
interface StartedServer extends StartedTarget {
  /** Stops it, with all that it started. */
  readonly stop: () => Promise<void>;
}

/** The settings with which a server is started. */
interface ServerContext {
  readonly baseUrl: string;
  /** All keys in use: they stand neither in its environment nor in what is shown of its output. */
  readonly secrets: readonly string[];
  /** The variable of the environment that holds the key. */
  readonly keyVariable?: string | undefined;
  readonly signal: AbortSignal;
}

/** In ms. `output` is how long the last lines of a process that has ended may take. */
const patience = { start: 60_000, between: 100, probe: 2000, connect: 1000, output: 200 };
/** The outcomes of a process that was asked to end, or of a launcher. */
const endedWell = describeEnd(0, null);
/** Of the output, in characters; of its end in a sentence, in lines and characters. */
const mostOutput = 4000;
const mostLines = 5;
const mostOfLines = 500;

/**
 * Starts a server with a shell command, and waits until an address answers anything over HTTP.
 * @throws ConfigurationError if another server listens there already, or if the process ends before
 * @throws TargetError if it does not answer in time
 */
export async function startServer(start: StartOptions, surroundings: ServerContext): Promise<StartedServer> {
  const { command, folder, waitFor } = start;
  const { baseUrl, secrets, keyVariable = "PEDIGREE_API_KEY", signal } = surroundings;
  for (const address of new Set([baseUrl, waitFor]))
    if (await isListening(address))
      throw new ConfigurationError(`something else listens at ${address}: stop it, or leave out --start`);
  const { environment, withheld } = environmentFor(start.variables, secrets);
  // Where the key came from a file, another variable may hold the same.
  const isOther = (name: string): boolean => !keyVariables.test(name);
  const withheldOne = withheld.includes(keyVariable) ? keyVariable : withheld.find(isOther);
  const keyHint = withheldOne && hintOn(withheldOne);
  // A group of its own, so that what the shell starts is stopped with it.
  const child = spawn(command, {
    shell: true,
    detached: true,
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const watch = watchProcess(child, secrets);
  const until = performance.now() + patience.start;
  while (!watch.hasEnded() && !(await responses(waitFor))) {
    const late = performance.now() > until;
    if (late || signal.aborted) {
      await stopGroup(child);
      const why = late
        ? `${waitFor} did not answer within ${patience.start / 1000} s`
        : "the run was interrupted";
      throw new TargetError(`the server did not start: ${why}${onLinesOfItsOwn(watch.output())}`);
    }
    await sleep(patience.between);
  }
  if (watch.hasEnded()) {
    const end = await watch.describeEnd();
    await stopGroup(child);
    const output = watch.output();
    // A server outside of the group could neither be watched nor stopped.
    const launcherHint =
      end === endedWell ? ", and left nothing in its process group: keep the server in the foreground" : "";
    const missed = withheld.find((name) => output.includes(name));
    const hint = missed === undefined ? "" : hintOn(missed);
    throw new ConfigurationError(
      `the server did not start: it ${end}${launcherHint}${hint}${onLinesOfItsOwn(output)}`,
    );
  }
  return {
    ended: watch.ended,
    trouble: async () => {
      // The news of its end may come a little later than the end itself.
      if (!watch.hasEnded() && !(await responses(waitFor))) await watch.waitForEnd();
      if (!watch.hasEnded()) return undefined;
      const end = await watch.describeEnd();
      return `the server that --start started ${end}${inOneLine(watch.errors())}`;
    },
    stop: () => stopGroup(child),
    ...(keyHint === undefined ? {} : { keyHint }),
  };
}

/** Says that a variable was withheld from the server, and how it gets it. */
function hintOn(variable: string): string {
  return `; the server that --start started has no ${variable} in its environment: --start-env ${variable} passes it on`;
}

/**
 * Watches a process that leads a group of its own. It has ended with another exit code than 0, or by a signal; with 0 as soon
 * as its whole group is gone: a launcher leaves a server behind that can be watched and stopped as long as it stays in its group.
 */
function watchProcess(child: ChildProcess, secrets: readonly string[]) {
  const said = { all: "", errors: "" };
  for (const [stream, isErrors] of [
    [child.stdout, false],
    [child.stderr, true],
  ] as const)
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said.all = (said.all + text).slice(-2 * mostOutput);
      if (isErrors) said.errors = (said.errors + text).slice(-2 * mostOutput);
    });
  const ended = new AbortController();
  let end: string | undefined;
  let hasLaunched = false;
  const endWith = (how: string): void => {
    end ??= how;
    ended.abort(end);
  };
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  child.once("error", (error) => endWith(`could not be started: ${error.message}`));
  child.once("exit", (code, exitSignal) => {
    if (code !== 0) return endWith(describeEnd(code, exitSignal));
    hasLaunched = true;
    watchGroup();
  });
  const hasEnded = (): boolean => {
    if (hasLaunched && !isGroupAlive(child)) endWith(endedWell);
    return end !== undefined;
  };
  const watchGroup = (): void => {
    if (!hasEnded()) setTimeout(watchGroup, patience.between).unref();
  };
  // It may have printed its configuration.
  const hide = (text: string): string =>
    secrets
      .reduce((hidden, secret) => createRedact(secret)(hidden), text)
      .slice(-mostOutput)
      .trimEnd();
  return {
    ended: ended.signal,
    hasEnded,
    /** Waits until it has ended, for a short time. */
    waitForEnd: async (): Promise<void> => {
      await Promise.race([closed, sleep(patience.connect)]);
    },
    /** How it has ended, as the end of a sentence. Waits until its last lines are read. */
    describeEnd: async (): Promise<string> => {
      await Promise.race([closed, sleep(patience.output)]);
      return end ?? "is still there";
    },
    /** Its last output, without the keys. */
    output: () => hide(said.all),
    errors: () => hide(said.errors),
  };
}

function onLinesOfItsOwn(output: string): string {
  return output === "" ? "" : `\n${output}`;
}

function inOneLine(output: string): string {
  const lines = output.split(/\s*\n\s*/).filter((line) => line !== "");
  const last = lines.slice(-mostLines).join(" | ").slice(-mostOfLines);
  return last === "" ? "" : `; its last lines on stderr: ${last}`;
}

/** The environment of the started server: without any key, but with the variables that are passed on by name. */
function environmentFor(names: readonly string[], secrets: readonly string[]) {
  const isWithheld = ([name, value = ""]: readonly [string, string | undefined]): boolean =>
    !names.includes(name) && (keyVariables.test(name) || secrets.some((secret) => holds(value, secret)));
  const all = Object.entries(process.env);
  return {
    environment: Object.fromEntries(all.filter((each) => !isWithheld(each))),
    withheld: all.filter(isWithheld).map(([name]) => name),
  };
}

/** Variables that hold a key of ours, whichever is in use. */
const keyVariables = /^PEDIGREE_(\w+_)?KEY$/;

/** A short key stands in too many innocent texts. */
function holds(value: string, secret: string): boolean {
  if (secret.length < shortestHiddenInParts) return value.trim() === secret && secret !== "";
  return createRedactWhole(secret)(value) !== value;
}

/** Does anything take connections at an address, on IPv4 or IPv6? */
async function isListening(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const number = Number(port === "" ? ({ "https:": 443 }[protocol] ?? 80) : port);
  const found = await lookup(host, { all: true }).catch(() => []);
  const addresses = new Set(found.map(({ address }) => address));
  if (host === "localhost") for (const address of ["127.0.0.1", "::1"]) addresses.add(address);
  const taken = await Promise.all([...addresses].map((address) => takesConnections(address, number)));
  return taken.includes(true);
}

function takesConnections(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: patience.connect });
    const end = (isTaken: boolean): void => {
      socket.destroy();
      resolve(isTaken);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
    socket.once("timeout", () => end(false));
  });
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
