const endWords = new Set(
  "end ends ending until till to finish finished expires expiry expiration due close closes closing checkout departure return stop deadline latest".split(
    " ",
  ),
);
const pastWords = new Set(
  "birth birthday birthdate born dob created modified updated issued founded hired joined manufactured purchased".split(
    " ",
  ),
);

/** Is a date the later one of two, by its name? Most servers refuse an end that is not after its beginning. */
export function isEnd(name: string): boolean {
  return wordsIn(name).some((word) => endWords.has(word));
}

/** Is a date never in the future, by its name? */
export function isOfPast(name: string): boolean {
  return wordsIn(name).some((word) => pastWords.has(word));
}

/** The words of a text, in small letters: `deleteAllUsers2` has four. */
export function wordsIn(text: string): readonly string[] {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}
