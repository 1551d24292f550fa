import type { Report } from "../run/index.js";
import type { LatencyLimit } from "./values.js";

/** Which operations were slower than the limits, as a sentence; undefined if none was. */
export function describeSlowness(
  { statistics }: Pick<Report, "statistics">,
  limits: readonly LatencyLimit[],
): string | undefined {
  const slow = Object.entries(statistics.latency).flatMap(([operation, latency]) =>
    limits
      .filter(({ point, longest }) => latency[point] > longest)
      .map(
        ({ point, longest }) =>
          `${operation} took ${latency[point]} ms at ${point}, ${longest} ms are allowed`,
      ),
  );
  return slow.length === 0 ? undefined : `too slow for --max-latency: ${slow.join("; ")}`;
}
