/**
 * A text that came from a target, made safe to print: control characters (terminal escapes among them),
 * overrides of the writing direction and lone surrogates are shown as `\u{…}`, it is cut to a
 * length, and what a CI server takes for a command (`::…`, `##vso[…]`) is broken up.
 */
export function safeText(text: string, length = 2000): string {
  const cut = text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters)`;
  const shown = cut.toWellFormed().replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (character) => {
    if (character === "\t") return "\\t";
    if (character === "\n") return "\\n";
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
  return shown.replace(/^(\s*)::/, "$1: :").replaceAll(/##(?=\[|\w+\[)/g, "# #");
}
