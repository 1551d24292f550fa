/**
 * How many requests may be under way together. Some servers serve a few connections only: as long as those are kept
 * open, whoever comes on another waits or is turned away. Nothing promises more, so they are asked by one at a time.
 */
export interface Company {
  /** How many, now. */
  readonly most: () => number;
  /**
   * Takes down that a request was not answered, and says whether its company may be the reason. If so, there is no
   * company from now on; until one that goes alone is not answered either, since company was not the reason then.
   * @param together how many might be under way when it was sent
   */
  readonly blame: (together: number) => boolean;
}

/** @param most how many there may be together, as long as nothing speaks against it */
export function createCompany(most: number): Company {
  let state: "unsuspected" | "suspected" | "cleared" = most > 1 ? "unsuspected" : "cleared";
  return {
    most: () => (state === "suspected" ? 1 : most),
    blame: (together) => {
      if (state === "cleared") return false;
      state = together > 1 ? "suspected" : "cleared";
      return state === "suspected";
    },
  };
}
