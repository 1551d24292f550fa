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
  /** A request that was blamed on its company was answered alone: that it was the reason is beyond doubt. */
  readonly prove: () => void;
}

/** @param most how many there may be together, as long as nothing speaks against it */
export function createCompany(most: number): Company {
  let state: "unsuspected" | "suspected" | "proven" | "cleared" = most > 1 ? "unsuspected" : "cleared";
  return {
    most: () => (state === "suspected" || state === "proven" ? 1 : most),
    blame: (together) => {
      const hadSome = together > 1;
      if (state === "cleared") return false;
      if (state === "unsuspected" && hadSome) state = "suspected";
      else if (state === "suspected" && !hadSome) state = "cleared";
      return hadSome;
    },
    prove: () => {
      if (state === "suspected") state = "proven";
    },
  };
}
