/** A doubled brace, a placeholder, or a brace that is neither. */
const braces = /\{\{|\}\}|\{n\}|\{word\}|[{}]/g;

/** The texts that take the place of placeholders. */
interface Fillings {
  /** For `{n}`: a number that counts up. */
  readonly number: () => number;
  /** For `{word}`: a word that no other request has. */
  readonly word: () => string;
}

/** Fills the placeholders `{n}` and `{word}` of a text that a user gives; `{{` and `}}` are braces. */
export function fillText(text: string, { number, word }: Fillings): string {
  return text.replaceAll(braces, (found) => {
    if (found === "{n}") return `${number()}`;
    return found === "{word}" ? word() : found.slice(0, 1);
  });
}

/** Does a text that a user gives have another text in each request? */
export function isPattern(text: string): boolean {
  return [...text.matchAll(braces)].some(([found]) => found === "{n}" || found === "{word}");
}

/** Has a text a brace that is neither doubled nor that of a placeholder? */
export function hasStrayBrace(text: string): boolean {
  return [...text.matchAll(braces)].some(([found]) => found.length === 1);
}
