import type { Actor } from "../../actor/index.js";
import { learnRequest as learnRequestOf } from "../../session/index.js";

/**
 * Finds a valid request that the server accepts: with everything, or with as much as it takes.
 * @param accepted is called once one is accepted, before others are tried
 */
export function learnRequest({ stage: { t, roles } }: Actor, accepted: () => void): Promise<void> {
  return learnRequestOf(t, roles.op, accepted);
}
