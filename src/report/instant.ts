/** When a run started, in ms since 1970; 0 where that is no date. */
export function startOf(run: { readonly startedAt: string }): number {
  const instant = Date.parse(run.startedAt);
  return Number.isNaN(instant) ? 0 : instant;
}

/** An instant as ISO 8601; the nearest there is, where it is beyond what a clock shows. */
export function renderInstant(milliseconds: number): string {
  const last = Date.UTC(9999, 11, 31);
  return new Date(Math.min(Math.max(milliseconds, 0), last)).toISOString();
}
