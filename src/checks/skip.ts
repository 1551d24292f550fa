/** Ends a scenario early, and says why. */
export class Skip extends Error {
  constructor(
    readonly why: "found" | "inconclusive" | "untested" | "not-applicable",
    reason: string,
  ) {
    super(reason);
  }
}
