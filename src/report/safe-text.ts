/** The pictures of white space that does not stay on its line. */
const pictures: Readonly<Record<string, string>> = { "\t": "␉", "\n": "␊", "\r": "␍" };

/**
 * Characters that do not show, look like a plain blank, or change how the text around them shows. Joiners and selectors that
 * shape the letter or emoji before them are left alone. All of it must be in what command lines spell for `printf`.
 */
const hidden =
  /(?! |\u200c|\u200d|\p{Variation_Selector})[\p{Cc}\p{Cs}\p{Z}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|(?<![^\0-\x7f])[\u200c\u200d]/gu;

/** A text with all that does not show written as `\u{…}` or as a picture; in a block, lines and tabs stay as they are. */
export function visible(text: string, layout: "line" | "block" = "line"): string {
  return text.replaceAll(hidden, (character) => {
    if (layout === "block" && (character === "\n" || character === "\t")) return character;
    return pictures[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/**
 * A text that came from a target, made safe to print: what does not show is made visible (terminal escapes and
 * overrides of the writing direction among it; `\n` would be two characters that the target may have sent), lone
 * surrogates are replaced, it is cut to a length, and what a CI server takes for a command (`::…`, `##vso[…]`) is
 * broken up.
 */
export function safeText(text: string, length = 2000): string {
  const cut = text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters)`;
  return visible(cut.toWellFormed())
    .replace(/^(\s*)::/, "$1: :")
    .replaceAll(/##(?=\[|\w+\[)/g, "# #");
}

/** A text of several lines, each made safe to print. */
export function safeLines(text: string): string {
  return text
    .split("\n")
    .map((line) => safeText(line))
    .join("\n");
}

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

/** The texts that there are: neither absent nor empty. */
export function present(...texts: readonly (string | false | undefined)[]): readonly string[] {
  return texts.flatMap((text) => text || []);
}

/** The first of these texts, and how many more there are: `a, b and 3 more`. */
export function listed(texts: readonly string[], most: number): string {
  const more = texts.length - most;
  return `${texts.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
