/** How a server may send a key back. */

const hex = (code: number, digits = 2): string => code.toString(16).padStart(digits, "0");
/** Each character spelled so, with its code. */
const spell = (one: (code: number, character: string) => string) => (text: string) =>
  [...text].map((character) => one(character.charCodeAt(0), character)).join("");
const inHex = (text: string, separator = ""): string =>
  Array.from(Buffer.from(text), (byte) => hex(byte)).join(separator);
const inGroups = (text: string, size: number, separator: string): string =>
  (text.match(new RegExp(`.{1,${size}}`, "g")) ?? []).join(separator);
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const base64url = (text: string): string => Buffer.from(text).toString("base64url");
/** Letters and digits that are others of Unicode, which NFKC undoes. */
const fullWidth = spell((code) => String.fromCharCode(code + 0xfee0));
const mathematical = (text: string): string =>
  text.replaceAll(/[a-z\d]/gi, (each) => {
    const [first, inMathematics] = /\d/.test(each)
      ? ["0", 0x1d7ce]
      : /[a-z]/.test(each)
        ? ["a", 0x1d41a]
        : ["A", 0x1d400];
    return String.fromCodePoint(inMathematics + each.charCodeAt(0) - first.charCodeAt(0));
  });
const percentEncoded = spell((code) => `%${hex(code)}`);

/** Each known spelling of a key, for keys without `%`, `&` and backslashes. */
export const encodings: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  "in capitals": (key) => key.toUpperCase(),
  "percent-encoded": percentEncoded,
  "percent-encoded as a URL is": encodeURIComponent,
  "percent-encoded twice": (key) => encodeURIComponent(percentEncoded(key)),
  "percent-encoded as JavaScript once did": spell((code) => `%u${hex(code, 4)}`),
  "in a JSON string": (key) => JSON.stringify(key).slice(1, -1),
  "in a JSON string in a JSON string": (key) => JSON.stringify(JSON.stringify(key)).slice(3, -3),
  "in a JSON string of PHP": (key) => key.replaceAll("/", "\\/"),
  "escaped with \\u": spell((code) => `\\u${hex(code, 4)}`),
  "escaped with \\u{}": spell((code) => `\\u{${hex(code, 1)}}`),
  "escaped with \\u twice": spell((code) => `\\\\u${hex(code, 4)}`),
  "escaped with \\x": spell((code) => `\\x${hex(code)}`),
  "escaped in octal digits": spell((code) => `\\${code.toString(8).padStart(3, "0")}`),
  "behind backslashes": spell((_, each) => `\\${each}`),
  "in decimal entities": spell((code) => `&#${code};`),
  "in decimal entities without semicolons": spell((code) => `&#${code}`),
  "in hexadecimal entities": spell((code) => `&#x${hex(code)};`),
  "in hexadecimal entities without semicolons": spell((code) => `&#x${hex(code)}`),
  "in entities that are escaped": spell((code) => `&amp;#${code};`),
  "in hexadecimal": inHex,
  "in hexadecimal in capitals": (key) => inHex(key).toUpperCase(),
  "in hexadecimal with blanks": (key) => inHex(key, " "),
  "in hexadecimal with colons": (key) => inHex(key, ":"),
  "in hexadecimal in groups of four digits": (key) => inGroups(inHex(key), 4, " "),
  "in hexadecimal in groups of seven digits": (key) => inGroups(inHex(key), 7, "\n"),
  "in hexadecimal as C writes it": (key) => `0x${inHex(key, ", 0x")}`,
  "as a list of bytes": (key) => [...Buffer.from(key)].join(","),
  "in base64": base64,
  "in base64url": base64url,
  "in base64, percent-encoded": (key) => encodeURIComponent(base64(key)),
  "in base64 in the other case": (key) => base64(key).toLowerCase(),
  "in capitals, in base64": (key) => base64(key.toUpperCase()),
  "in base64 in lines": (key) => inGroups(base64(key), 5, "\r\n"),
  "in base64 as the header's value": (key) => base64(`Bearer ${key}`).slice(10),
  "in hexadecimal, in base64": (key) => base64(inHex(key)),
  "in hexadecimal in capitals, in base64": (key) => base64(inHex(key).toUpperCase()),
  "in full-width letters": fullWidth,
  "in full-width letters, percent-encoded": (key) => encodeURIComponent(fullWidth(key)),
  "in mathematical letters": mathematical,
  "in mathematical letters, percent-encoded twice": (key) =>
    encodeURIComponent(encodeURIComponent(mathematical(key))),
  "split by six blanks": (key) => [...key].join(" ".repeat(6)),
  "split by a dash": (key) => [...key].join("-"),
  "split by three characters": (key) => [...key].join(" , "),
  "split by one to three blanks": (key) => [...key].map((each, at) => each + " ".repeat(at % 4)).join(""),
  "in UTF-16": spell((_, each) => `${each}\0`),
  "with soft hyphens": spell((_, each) => `${each}\u00ad`),
  "with characters of no width": spell((_, each) => `${each}\u200b\ufeff`),
};
