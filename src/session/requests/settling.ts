import type { Context } from "./baseline.js";

/** How late what a server shows may be although no `--settle` says so, in ms. */
export const usualDelay = 500;

/** Waits until what was written may be shown everywhere: as long as `--settle` says, but `least` ms. */
export function settle(t: Context, least = usualDelay): Promise<void> {
  return t.state.clock.pause(Math.max(t.state.clock.settle, least));
}
