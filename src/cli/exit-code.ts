import { safeText } from "../report/index.js";
import type { Report } from "../run/index.js";
import { exitCodes } from "./outcome.js";
import type { Settings } from "./settings.js";
import { tell } from "./warn.js";

/** What decides the exit code of a run besides its verdicts. */
interface Circumstances {
  /** Why reports were not written: no run is a success without them. */
  readonly troubles: readonly string[];
  /** Why it fails beside earlier runs. */
  readonly drift: string | undefined;
  readonly limits: Settings["maxLatency"];
}

/** Tells why a run that has come to its end does not conform besides its verdicts, and returns its exit code. */
export function tellExitCode(report: Report, { troubles, drift, limits }: Circumstances): number {
  const reasons = [...describeSlowness(report, limits), ...(drift === undefined ? [] : [drift])];
  for (const sentence of [...troubles, ...reasons]) tell(safeText(sentence, 2000));
  const exitCode = reasons.length === 0 ? report.conclusion.exitCode : exitCodes.doesNotConform;
  return troubles.length > 0 && exitCode !== exitCodes.doesNotConform ? exitCodes.usage : exitCode;
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
