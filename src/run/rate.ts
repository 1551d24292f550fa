/** How often something was seen, and between which shares of all cases it lies with 95 % certainty (Wilson's interval). */
export interface Rate {
  readonly seen: number;
  readonly of: number;
  /** From 0 to 1. */
  readonly from: number;
  readonly to: number;
}

/** Of the normal distribution, for 95 %. */
const z = 1.96;

/** @param of how many cases there were: at least one */
export function rateOf(seen: number, of: number): Rate {
  const share = seen / of;
  const centre = share + z ** 2 / (2 * of);
  const spread = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  const scale = 1 + z ** 2 / of;
  const round = (value: number): number => Number(Math.min(1, Math.max(0, value)).toPrecision(3));
  return { seen, of, from: round((centre - spread) / scale), to: round((centre + spread) / scale) };
}
