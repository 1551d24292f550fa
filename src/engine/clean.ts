import type { Redact } from "../transport/index.js";
import type { Journalled } from "./journalled.js";
import type { RunOptions } from "./run-options.js";
import { openSession } from "./session.js";
import type { Cleaned, Suite } from "./suite.js";

/** The outcome of a clean-up; `trouble`: why it ended early, if it did. */
export type CleanUp =
  | ({ readonly status: "done"; readonly trouble?: string } & Cleaned)
  | { readonly status: "not tried"; readonly reason: string };

/** Deletes and restores what a journal says that runs have left at a target, each only where it is seen to be the run's own. */
export async function cleanTarget(
  suite: Suite,
  options: RunOptions,
  journalled: Journalled,
): Promise<CleanUp> {
  if (suite.cleanJournalled === undefined)
    return { status: "not tried", reason: "the interface has no operation that deletes items" };
  const session = openSession(suite, options);
  const { state, secrecy, breaker } = session;
  try {
    const preflight = await suite.preflight(state, session.sendTo);
    if (preflight.status !== "ready")
      return { status: "not tried", reason: secrecy.hideQuoted(preflight.reason) };
    const cleaned = hideIn(await suite.cleanJournalled(state, journalled), secrecy.hide);
    const trouble = session.heldBack() ?? breaker.openReason() ?? options.tokens?.trouble();
    return { status: "done", ...cleaned, ...(trouble && { trouble: secrecy.hideQuoted(trouble) }) };
  } finally {
    await session.close();
  }
}

function hideIn({ deleted, gone, restored, left }: Cleaned, hide: Redact): Cleaned {
  return {
    deleted: deleted.map(hide),
    gone: gone.map(hide),
    restored: restored.map(hide),
    left: left.map(({ item, reason }) => ({ item: hide(item), ...(reason && { reason: hide(reason) }) })),
  };
}
