import { exitCodes } from "./exit-codes.js";
import { TargetError } from "./target-error.js";

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
