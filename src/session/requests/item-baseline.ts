import type { Operation } from "../../description/index.js";
import { Skip, type TestContext } from "../../engine/index.js";
import type { ValidRequest } from "../../values/index.js";
import type { ApiState } from "../api-state.js";
import { validRequest } from "./made-request.js";

export type Context = TestContext<ApiState>;

/** Between two looks at what may take a while to be seen, in ms. */
const pollInterval = 50;

/** Looks until it holds, or the time is over in which an item may be seen; the last that was found. */
export async function eventually<Value>(
  { state: { clock } }: { readonly state: Pick<ApiState, "clock"> },
  poll: () => Promise<Value>,
  holds: (value: Value) => boolean,
): Promise<Value> {
  const until = clock.elapsed() + clock.settle;
  for (;;) {
    const sentAt = clock.elapsed();
    const value = await poll();
    // A slow answer may be older than the end of the wait.
    if (holds(value) || sentAt >= until) return value;
    await clock.pause(pollInterval);
  }
}

/** @throws Skip where no valid request got a 2xx: then nothing shows what a refusal is for */
export function baselineOf({ state }: Context, { id }: Operation): ValidRequest {
  const baseline = state.learned.baselines.get(id);
  if (baseline === undefined)
    throw new Skip("untested", `no baseline: no valid request got a 2xx${describeLast(state, id)}`);
  return baseline;
}

/** How the last valid request was refused, to be added to a sentence. */
export function describeLast(
  { learned: { refusals } }: Pick<ApiState, "learned">,
  operation: string,
): string {
  const last = refusals.get(operation);
  return last === undefined ? "" : ` (last: ${last.text})`;
}

/** Another request that has all that the accepted one has. @throws Skip as `baselineOf` does */
export function freshBaseline(t: Context, operation: Operation): ValidRequest {
  return validRequest(t.state, operation, baselineOf(t, operation).shape);
}
