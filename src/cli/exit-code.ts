import type { Report } from "../run/index.js";
import { exitCodes } from "./outcome.js";
import type { Settings } from "./settings.js";

/** Why a run does not conform besides its verdicts, a sentence each. @param drift why it fails beside earlier runs */
export function reasonsToFail(
  report: Report,
  drift: string | undefined,
  limits: Settings["maxLatency"],
): readonly string[] {
  return [...describeSlowness(report, limits), ...(drift === undefined ? [] : [drift])];
}

/** Which operations were slower than the limits, in a sentence, if any was. */
function describeSlowness({ statistics }: Report, limits: Settings["maxLatency"] = []): readonly string[] {
  const slow = Object.entries(statistics.latency).flatMap(([operation, latency]) =>
    limits
      .filter(({ point, longest }) => latency[point] > longest)
      .map(
        ({ point, longest }) =>
          `${operation} took ${latency[point]} ms at ${point}, ${longest} ms are allowed`,
      ),
  );
  return slow.length === 0 ? [] : [`too slow for --max-latency: ${slow.join("; ")}`];
}

/**
 * The exit code of a run that has come to its end.
 * @param reasons why it does not conform besides its verdicts
 * @param troubles why reports were not written: no run is a success without them
 */
export function exitCodeOf(
  { conclusion }: Report,
  reasons: readonly string[],
  troubles: readonly string[],
): number {
  const exitCode = reasons.length === 0 ? conclusion.exitCode : exitCodes.doesNotConform;
  return troubles.length > 0 && exitCode !== exitCodes.doesNotConform ? exitCodes.usage : exitCode;
}
