import type { Report } from "../engine/index.js";
import { safeLines, safeText } from "../report/index.js";
import { exitCodes, loadExposedKeys, type Settings, tell } from "../settings/index.js";

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
  const { hideKeys, keysOfEnvironment } = await loadExposedKeys();
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
  const { toolVersion } = await import("../engine/index.js");
  say(
    `this is a bug in pedigree ${toolVersion} (Node ${process.version}); please report it with the command line, the seed and these lines:\n${stack ?? message}`,
  );
  return exitCodes.bug;
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
