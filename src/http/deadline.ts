/** The end of one request's time. */
export interface Deadline {
  /** Aborts when the time is up. */
  readonly signal: AbortSignal;
  /** What the promise comes to, if it does so in time; else it rejects: the library does not always listen. */
  readonly race: <Value>(promise: Promise<Value>) => Promise<Value>;
  readonly clear: () => void;
}

/** @param duration in ms */
export function startDeadline(duration: number): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), duration);
  const late = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(new Error("no complete answer in time")), {
      once: true,
    });
  });
  // Whoever races sees it; nobody else needs to.
  late.catch(() => undefined);
  return {
    signal: controller.signal,
    race: (promise) => {
      promise.catch(() => undefined);
      return Promise.race([promise, late]);
    },
    clear: () => clearTimeout(timer),
  };
}
