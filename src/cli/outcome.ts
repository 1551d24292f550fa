import { safeLines, safeText } from "../report/index.js";
import type { Report } from "../run/index.js";
import type { Settings } from "./settings.js";
import { tell } from "./warn.js";

/** The exit codes of the process, by their meanings. */
export const exitCodes = {
  conforms: 0,
  doesNotConform: 1,
  usage: 2,
  inconclusive: 3,
  bug: 70,
  interrupted: 130,
} as const;

/** The target, or what is needed to reach it, is not there. Exit code 3. */
export class TargetError extends Error {
  override readonly name = "TargetError";
}

/**
 * Runs a command and sets the exit code. An error that we foresaw is one sentence; any other is a bug of ours,
 * and says so.
 */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    process.exitCode = await explainError(error);
  }
}

async function explainError(error: unknown): Promise<number> {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const { hideKeys, keysOfEnvironment } = await import("./exposed-keys.js");
  const hide = hideKeys(keysOfEnvironment());
  // Much of it may come from a file, a report or a target.
  const say = (text: string) => process.stderr.write(`pedigree: ${safeLines(hide(text))}\n`);
  if (name === "ConfigurationError" || name === "TargetError") {
    say(message);
    return name === "TargetError" ? exitCodes.inconclusive : exitCodes.usage;
  }
  // A run survives what a target sends: only what a user names is gone through to such a depth outside of one.
  if (error instanceof RangeError && message === "Maximum call stack size exceeded") {
    say("the description leads on too far: of more than 1000 references in one chain, none is followed");
    return exitCodes.usage;
  }
  const { toolVersion } = await import("../run/index.js");
  say(
    `this is a bug in pedigree ${toolVersion} (Node ${process.version}); please report it with the command line, the seed and these lines:\n${stack ?? message}`,
  );
  return exitCodes.bug;
}

/** The signals that end a command early: it then puts things in order. */
const interruptions = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs the work of a command and returns its exit code. A first interruption aborts the signal that the work is given;
 * a second one ends the process.
 */
export async function whileListening(work: (stop: AbortSignal) => Promise<number>): Promise<number> {
  const interruption = new AbortController();
  const interrupt = (): void => {
    if (interruption.signal.aborted) process.exit(exitCodes.interrupted);
    interruption.abort();
  };
  for (const signal of interruptions) process.on(signal, interrupt);
  try {
    return await work(interruption.signal);
  } catch (error) {
    // A target that was not waited for any longer is not there.
    if (interruption.signal.aborted && error instanceof TargetError) return exitCodes.interrupted;
    throw error;
  } finally {
    for (const signal of interruptions) process.off(signal, interrupt);
  }
}

/** The facts that decide the exit code of a run, in addition to its verdicts. */
interface Circumstances {
  /** Why reports were not written: no run is a success without them. */
  readonly troubles: readonly string[];
  /** Why it fails beside earlier runs. */
  readonly drift: string | undefined;
  readonly limits: Settings["maxLatency"];
}

/** Tells why a run that has come to its end does not conform besides its verdicts, and returns its exit code. */
export function tellExitCode(report: Report, { troubles, drift, limits }: Circumstances): number {
  const reasons = [...describeSlowness(report, limits), ...(drift === undefined ? [] : [drift])];
  for (const sentence of [...troubles, ...reasons]) tell(safeText(sentence, 2000));
  const exitCode = reasons.length === 0 ? report.conclusion.exitCode : exitCodes.doesNotConform;
  return troubles.length > 0 && exitCode !== exitCodes.doesNotConform ? exitCodes.usage : exitCode;
}

/** Which operations were slower than the limits, in a sentence, if any was. */
function describeSlowness({ statistics }: Report, limits: Settings["maxLatency"] = []): readonly string[] {
  const slow = Object.entries(statistics.latency).flatMap(([operation, latency]) =>
    limits
      .filter(({ point, longest }) => latency[point] > longest)
      .map(
        ({ point, longest }) =>
          `${operation} took ${latency[point]} ms at ${point}, ${longest} ms are allowed`,
      ),
  );
  return slow.length === 0 ? [] : [`too slow for --max-latency: ${slow.join("; ")}`];
}
