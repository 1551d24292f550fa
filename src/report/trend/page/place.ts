/** Where a series stands on the page: what tells its parts from those of other targets. */
export interface Place {
  /** What the ids of its parts begin with. */
  readonly id: string;
  /** What their titles end with. */
  readonly suffix: string;
}

/** The first needs no mark: links to its parts stay short. */
export function placeOf(index: number): Place {
  return index === 0
    ? { id: "", suffix: "" }
    : { id: `target-${index + 1}-`, suffix: ` (target ${index + 1})` };
}
