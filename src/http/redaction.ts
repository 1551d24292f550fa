/** Returns a text in which no form of the key is left. */
export type Redact = (text: string) => string;

/** What stands where the key stood. */
export const redacted = "[the API key]";

/** Hides a key in texts: plain, percent-encoded, JSON-escaped, base64, in any letters. */
export function createRedact(key: string): Redact {
  const forms = [
    key,
    encodeURIComponent(key),
    JSON.stringify(key).slice(1, -1),
    Buffer.from(key).toString("base64"),
    Buffer.from(key).toString("base64url"),
    Buffer.from(key).toString("hex"),
  ];
  const sorted = [...new Set(forms)].filter((form) => form !== "").sort((a, b) => b.length - a.length);
  const pattern = new RegExp(sorted.map(escapeForPattern).join("|"), "gi");
  return (text) => text.replaceAll(pattern, redacted);
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
