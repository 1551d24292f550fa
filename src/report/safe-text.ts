/** What is shown for white space that does not stay on its line. */
export const pictures: Readonly<Record<string, string>> = { "\t": "␉", "\n": "␊", "\r": "␍" };

/**
 * A text that came from a target, made safe to print: control characters (terminal escapes among them), overrides of
 * the writing direction and lone surrogates are shown as `\u{…}`, tabs and line breaks as pictures (`\n` would be two
 * characters that the target may have sent), it is cut to a length, and what a CI server takes for a command (`::…`,
 * `##vso[…]`) is broken up.
 */
export function safeText(text: string, length = 2000): string {
  const cut = text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters)`;
  const shown = cut.toWellFormed().replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (character) => {
    return pictures[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
  return shown.replace(/^(\s*)::/, "$1: :").replaceAll(/##(?=\[|\w+\[)/g, "# #");
}
