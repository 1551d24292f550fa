import type { Scenario } from "../checks/index.js";
import { runJob } from "./job.js";
import type { Session } from "./session.js";

/** Of one check. */
const most = 20;

/** Tries first what a check found something with in earlier runs: chance would hardly draw it again. */
export async function tryEarlierFailures(session: Session, check: Scenario): Promise<void> {
  const { options, attempts, breaker, state, stop } = session;
  const earlier = (options.earlierFailures ?? []).filter((each) => each.check === check.id);
  for (const { input } of earlier.slice(0, most)) {
    if (stop.aborted || breaker.openReason() !== undefined) return;
    const began = state.clock.elapsed();
    try {
      attempts.add(check, [await runJob(session, check, input)], state.clock.elapsed() - began);
    } catch {
      // A report may come from another version, and its input need not fit the check.
    }
  }
}
