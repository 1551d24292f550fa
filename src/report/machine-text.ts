/**
 * A value as JSON text in which no character is left that a terminal, a CI log or an editor obeys: control characters
 * and overrides of the writing direction are written as escapes. Read again, it is the same value.
 */
export function renderJsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replaceAll(
    /[\u007f-\u009f\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${text}\n`;
}

/** An instant as ISO 8601; the nearest there is, where it is beyond what a clock shows. */
export function renderInstant(milliseconds: number): string {
  const last = Date.UTC(9999, 11, 31);
  return new Date(Math.min(Math.max(milliseconds, 0), last)).toISOString();
}
