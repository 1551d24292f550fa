/** Why a check cannot go on. Thrown by the probe, caught by whoever started the attempt. */
export class Stop extends Error {
  constructor(
    readonly why: "found" | "inconclusive" | "untested" | "not-applicable",
    reason: string,
  ) {
    super(reason);
  }
}
