import { setTimeout as sleep } from "node:timers/promises";

/** Waits so long, in ms, or until the signal aborts. */
export async function sleepUnlessStopped(duration: number, signal: AbortSignal): Promise<void> {
  await sleep(duration, undefined, { signal }).catch(() => undefined);
}
