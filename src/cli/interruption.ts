import { exitCodes } from "./outcome.js";

/** What ends a command early: it then puts things in order. */
const interruptions = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Does work that is told when the user wants it to end. The second time, the process ends at once. */
export async function whileListening<Result>(work: (stop: AbortSignal) => Promise<Result>): Promise<Result> {
  const interruption = new AbortController();
  const interrupt = (): void => {
    if (interruption.signal.aborted) process.exit(exitCodes.interrupted);
    interruption.abort();
  };
  for (const signal of interruptions) process.on(signal, interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    for (const signal of interruptions) process.off(signal, interrupt);
  }
}
