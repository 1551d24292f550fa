import type { Exchange } from "../transport/index.js";

/** Counts requests by what came of them, retries included: what is under way does not count yet. */
export function countSent() {
  let count = 0;
  return {
    /** Returns the exchange. */
    add: (exchange: Exchange): Exchange => {
      const { outcome, retries } = exchange;
      const wasHeldBack = outcome.kind === "transport-error" && outcome.cause === "aborted";
      count += retries + (wasHeldBack ? 0 : 1);
      return exchange;
    },
    count: (): number => count,
  };
}
