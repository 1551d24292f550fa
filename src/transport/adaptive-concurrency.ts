/**
 * How many requests may be in flight. Some servers serve a few connections only and queue or refuse further ones, so
 * one is used as soon as a request beside others stays unanswered.
 */
export interface AdaptiveConcurrency {
  readonly limit: () => number;
  /**
   * Records that a request was not answered, and says whether concurrency may be the reason. If so, the limit is one,
   * until a request that was sent alone is not answered either: then concurrency was not the reason.
   * @param limit the limit when it was sent
   */
  readonly recordFailure: (limit: number) => boolean;
  /** A request that failed beside others was answered alone: the limit stays one. */
  readonly confirm: () => void;
}

/** @param most the limit as long as nothing speaks against it */
export function createAdaptiveConcurrency(most: number): AdaptiveConcurrency {
  let state: "full" | "reduced" | "confirmed" | "ruled out" = most > 1 ? "full" : "ruled out";
  return {
    limit: () => (state === "reduced" || state === "confirmed" ? 1 : most),
    recordFailure: (limit) => {
      if (state === "ruled out") return false;
      const wasConcurrent = limit > 1;
      if (state === "full" && wasConcurrent) state = "reduced";
      else if (state === "reduced" && !wasConcurrent) state = "ruled out";
      return wasConcurrent;
    },
    confirm: () => {
      if (state === "reduced") state = "confirmed";
    },
  };
}
