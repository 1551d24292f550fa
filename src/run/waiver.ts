/** A known failure that is accepted for a time. */
export interface Waiver {
  /** Id of the requirement. */
  readonly requirement: string;
  readonly reason: string;
  /** Who answers for it. */
  readonly owner: string;
  /** The last day on which it holds, as `2026-12-31`. */
  readonly expires: string;
}
