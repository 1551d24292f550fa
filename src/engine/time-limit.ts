import type { Report } from "./report-schema.js";

/** How far a run has gone through its checks, those apart that try random cases. */
export interface Progress {
  /** The number of checks that the run goes through, each with all its inputs. */
  all: number;
  /** The number of those that are done. */
  done: number;
  /** The time that random cases took, in ms. */
  randomTime: number;
}

/** The rest may take longer than what was before it. */
const reserve = 1.5;

/**
 * Tells how a stated duration has ended a run before it was through.
 * @param elapsed how long the run took, in ms
 * @returns undefined where every check was done
 */
export function timeLimitOf(
  limit: number,
  elapsed: number,
  { all, done, randomTime }: Progress,
): Report["run"]["timeLimit"] {
  if (done >= all) return undefined;
  if (done === 0) return { limit };
  const walk = Math.max(0, elapsed - randomTime) * (all / done);
  return { limit, enough: roundUp(Math.max(walk, limit) * reserve) };
}

const [second, minute] = [1000, 60_000];

/** Rounds up to tens of seconds, or to minutes from two on. */
function roundUp(milliseconds: number): number {
  const step = milliseconds > 2 * minute ? minute : 10 * second;
  return Math.ceil(milliseconds / step) * step;
}

/** Writes the flag with a duration that was rounded up. */
export function durationFlag(milliseconds: number): string {
  const isMinutes = milliseconds % minute === 0;
  return `--duration ${isMinutes ? `${milliseconds / minute}m` : `${milliseconds / second}s`}`;
}

/** Says that a stated duration was over, and which one would be enough. */
export function describeTimeLimit({ limit, enough }: NonNullable<Report["run"]["timeLimit"]>): string {
  const remedy = enough === undefined ? "raise --duration" : `${durationFlag(enough)} would be enough`;
  return `${describeOverrun(limit)}: ${remedy}`;
}

/** Says that a run took longer than it may. */
export function describeOverrun(limit: number): string {
  const longest = limit < 2 * minute ? `${limit / second} seconds` : `${Math.round(limit / minute)} minutes`;
  return `the run took longer than ${longest}`;
}
