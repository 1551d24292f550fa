import type { Exchange } from "../http/index.js";
import type { Finding } from "../judge/index.js";
import { type Check, createProbe, Stop, type World } from "../suite/index.js";

/** How one attempt of a check with one input ended. */
export type AttemptStatus = "passed" | "found" | "inconclusive" | "untested" | "not-applicable";

/** One go of a check with one input. */
export interface Attempt {
  readonly check: Check;
  readonly input: unknown;
  /** `found`: the check could not go on because of a finding, or its own claim does not hold. */
  readonly status: AttemptStatus;
  /** Why it did not pass. */
  readonly reason: string;
  readonly findings: readonly Finding[];
  readonly exchanges: readonly Exchange[];
}

/** Runs a check once. Whatever the target does ends in an attempt; only a bug of the suite is thrown. */
export async function attempt(world: World, check: Check, input: unknown): Promise<Attempt> {
  const probe = createProbe(world, check.requirement);
  const ended = (status: AttemptStatus, reason: string): Attempt => ({
    check,
    input,
    status: status === "passed" && ownFindings(check, probe.findings).length > 0 ? "found" : status,
    reason,
    findings: probe.findings,
    exchanges: probe.exchanges,
  });
  try {
    await check.run(probe, input);
    return ended("passed", "");
  } catch (error) {
    if (error instanceof Stop) return ended(error.why, error.message);
    throw error;
  }
}

function ownFindings(check: Check, findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ requirement }) => requirement === check.requirement);
}
