/** Returns a text in which no form of the key is left. */
export type Redact = (text: string) => string;

/** What stands where the key stood. */
export const redacted = "[the API key]";

/**
 * Hides a key in texts: plain, base64 or hexadecimal, in any letters, each character also percent-encoded or
 * escaped as in JSON.
 */
export function createRedact(key: string): Redact {
  if (key === "") return (text) => text;
  const bytes = Buffer.from(key);
  const forms = [key, bytes.toString("base64"), bytes.toString("base64url"), bytes.toString("hex")];
  const longestFirst = [...new Set(forms)].sort((left, right) => right.length - left.length);
  const pattern = new RegExp(longestFirst.map(anySpelling).join("|"), "gi");
  return (text) => text.replaceAll(pattern, redacted);
}

function anySpelling(form: string): string {
  return [...form]
    .map((character) => {
      const code = character.charCodeAt(0).toString(16);
      const percent = [...Buffer.from(character)]
        .map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
        .join("");
      const plain = character.replace(/[\\^$.*+?()[\]{}|/-]/, "\\$&");
      return `(?:\\\\?${plain}|\\\\u${code.padStart(4, "0")}|${percent})`;
    })
    .join("");
}
