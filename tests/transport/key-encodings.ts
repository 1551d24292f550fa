/** How a server may send a key back. */

const hex = (code: number, digits = 2): string => code.toString(16).padStart(digits, "0");
const spell = (text: string, one: (code: number, character: string) => string): string =>
  [...text].map((character) => one(character.charCodeAt(0), character)).join("");
const bytes = (text: string): readonly string[] => Array.from(Buffer.from(text), (byte) => hex(byte));
const inGroups = (text: string, size: number, separator: string): string =>
  (text.match(new RegExp(`.{1,${size}}`, "g")) ?? []).join(separator);
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Each known spelling of a key, for keys without `%`, `&` and backslashes. */
export const encodings: Readonly<Record<string, (key: string) => string>> = {
  plain: (key) => key,
  "in capitals": (key) => key.toUpperCase(),
  "percent-encoded": (key) => spell(key, (code) => `%${hex(code)}`),
  "percent-encoded as a URL is": encodeURIComponent,
  "percent-encoded twice": (key) => encodeURIComponent(spell(key, (code) => `%${hex(code)}`)),
  "percent-encoded as JavaScript once did": (key) => spell(key, (code) => `%u${hex(code, 4)}`),
  "in a JSON string": (key) => JSON.stringify(key).slice(1, -1),
  "in a JSON string in a JSON string": (key) => JSON.stringify(JSON.stringify(key)).slice(3, -3),
  "in a JSON string of PHP": (key) => key.replaceAll("/", "\\/"),
  "escaped with \\u": (key) => spell(key, (code) => `\\u${hex(code, 4)}`),
  "escaped with \\u{}": (key) => spell(key, (code) => `\\u{${hex(code, 1)}}`),
  "escaped with \\u twice": (key) => spell(key, (code) => `\\\\u${hex(code, 4)}`),
  "escaped with \\x": (key) => spell(key, (code) => `\\x${hex(code)}`),
  "escaped in octal digits": (key) => spell(key, (code) => `\\${code.toString(8).padStart(3, "0")}`),
  "behind backslashes": (key) => spell(key, (_, each) => `\\${each}`),
  "in decimal entities": (key) => spell(key, (code) => `&#${code};`),
  "in decimal entities without semicolons": (key) => spell(key, (code) => `&#${code}`),
  "in hexadecimal entities": (key) => spell(key, (code) => `&#x${hex(code)};`),
  "in hexadecimal entities without semicolons": (key) => spell(key, (code) => `&#x${hex(code)}`),
  "in entities that are escaped": (key) => spell(key, (code) => `&amp;#${code};`),
  "in hexadecimal": (key) => bytes(key).join(""),
  "in hexadecimal in capitals": (key) => bytes(key).join("").toUpperCase(),
  "in hexadecimal with blanks": (key) => bytes(key).join(" "),
  "in hexadecimal with colons": (key) => bytes(key).join(":"),
  "in hexadecimal in groups of four digits": (key) => inGroups(bytes(key).join(""), 4, " "),
  "in hexadecimal in groups of seven digits": (key) => inGroups(bytes(key).join(""), 7, "\n"),
  "in hexadecimal as C writes it": (key) =>
    bytes(key)
      .map((each) => `0x${each}`)
      .join(", "),
  "as a list of bytes": (key) => [...Buffer.from(key)].join(","),
  "in base64": base64,
  "in base64url": (key) => Buffer.from(key).toString("base64url"),
  "in base64, percent-encoded": (key) => encodeURIComponent(base64(key)),
  "in base64 in the other case": (key) => base64(key).toLowerCase(),
  "in capitals, in base64": (key) => base64(key.toUpperCase()),
  "in base64 in lines": (key) => inGroups(base64(key), 5, "\r\n"),
  "in base64 as the header's value": (key) => base64(`Bearer ${key}`).slice(10),
  "in base64 twice": (key) => base64(base64(key)),
  "in base64url twice": (key) => Buffer.from(Buffer.from(key).toString("base64url")).toString("base64url"),
  "in base64 twice, in the middle": (key) => base64(`a${base64(`bc${key}d`)}e`).slice(8, -8),
  reversed: (key) => [...key].reverse().join(""),
  "split by a dash": (key) => [...key].join("-"),
  "split by two letters": (key) => [...key].join("xy"),
  "split by three characters": (key) => [...key].join(" , "),
  "split by one to three blanks": (key) => [...key].map((each, at) => each + " ".repeat(at % 4)).join(""),
  "in UTF-16": (key) => spell(key, (_, each) => `${each}\0`),
  "with soft hyphens": (key) => spell(key, (_, each) => `${each}\u00ad`),
  "with characters of no width": (key) => spell(key, (_, each) => `${each}\u200b\ufeff`),
};
