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
