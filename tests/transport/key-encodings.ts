/** How a server may send a key back. */

const hex = (code: number, digits = 2): string => code.toString(16).padStart(digits, "0");
/** Each character spelled so, with its code. */
const spell = (one: (code: number, character: string) => string) => (text: string) =>
  [...text].map((character) => one(character.charCodeAt(0), character)).join("");
const inHex = (text: string): string => Buffer.from(text).toString("hex");
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const base64url = (text: string): string => Buffer.from(text).toString("base64url");

/** Each known spelling of a key, for keys without `%`, `&` and backslashes. */
export const encodings: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  "in capitals": (key) => key.toUpperCase(),
  "percent-encoded": spell((code) => `%${hex(code)}`),
  "percent-encoded as a URL is": encodeURIComponent,
  "in a JSON string": (key) => JSON.stringify(key).slice(1, -1),
  "in a JSON string of PHP": (key) => key.replaceAll("/", "\\/"),
  "escaped with \\u": spell((code) => `\\u${hex(code, 4)}`),
  "in decimal entities": spell((code) => `&#${code};`),
  "in hexadecimal entities": spell((code) => `&#x${hex(code)};`),
  "in hexadecimal": inHex,
  "in hexadecimal in capitals": (key) => inHex(key).toUpperCase(),
  "in base64": base64,
  "in base64 without padding": (key) => base64(key).replaceAll("=", ""),
  "in base64url": base64url,
  "in base64, percent-encoded": (key) => encodeURIComponent(base64(key)),
  "in base64 in the other case": (key) => base64(key).toLowerCase(),
  "in base64 as the header's value": (key) => base64(`Bearer ${key}`).slice(10),
};
