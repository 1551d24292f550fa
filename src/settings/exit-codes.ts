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
