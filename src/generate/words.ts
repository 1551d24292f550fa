/** The words of a text, in small letters: `deleteAllUsers2` has four. */
export function wordsIn(text: string): readonly string[] {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}
