/**
 * Gives some work so much time, in ms. Rejects with a `TimeoutError` when it is up, even where the client library
 * ignores the signal.
 */
export async function withDeadline<Value>(
  duration: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new DOMException("no complete answer in time", "TimeoutError");
      reject(error);
      controller.abort(error);
    }, duration);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
