import { trimExchange } from "../transport/index.js";
import type { Attempt } from "./attempt.js";
import { createContext, whileWatching } from "./create-context.js";
import type { Session } from "./session.js";

/**
 * Does what belongs to no attempt of a check, as cleaning up does. What its responses show is found all the same: seen once it is
 * in doubt, since nothing sends the request again.
 */
export async function betweenAttempts<Value>(session: Session, work: () => Promise<Value>): Promise<Value> {
  const context = createContext(session, "");
  try {
    return await whileWatching(context, work);
  } finally {
    const { findings } = context;
    for (const finding of findings) {
      const { id, title } = session.responseChecks.find((each) => each.id === finding.check) ?? {
        id: finding.check,
        title: finding.problem,
      };
      const attempt: Attempt = {
        check: { id, title, phase: "final" },
        input: null,
        status: "found",
        reason: "",
        findings,
        evaluated: context.evaluated,
        exchanges: context.exchanges.map(trimExchange),
        requests: context.exchanges.length,
      };
      session.findings.add({ finding, attempt, seen: 1, of: 1, sightings: 1 });
    }
  }
}
