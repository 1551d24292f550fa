import { alterKey, type NearMiss, nearMisses } from "../generate/index.js";

/** The key, backwards, and with one character changed: not longer than the key, since what is appended is no secret. */
export function plainForms(key: string): readonly string[] {
  const altered = nearMisses.map((miss) => alter(key, miss));
  return [key, backwards(key), ...altered.filter(({ length }) => length <= key.length)];
}

/**
 * The letters and digits of the key, and of its base64: once with letters of any case, of UTF-16 and of hexadecimal digits, and
 * twice. Each both ways, of the key both ways.
 */
export function wordForms(key: string): readonly string[] {
  const plain = bothWays(key);
  const inBytes = plain.flatMap((each) => [inHex(each, ""), inHex(each, "").toUpperCase(), ...inUtf16(each)]);
  const once = [...plain.flatMap(casesOf), ...inBytes].flatMap(embeddedBase64);
  const twice = plain
    .flatMap(embeddedBase64)
    .flatMap((each) => [each, each.replaceAll("+", "-").replaceAll("/", "_")])
    .flatMap(bothWays)
    .flatMap(embeddedBase64);
  return [...plain, ...[...once, ...twice].flatMap(bothWays)].map((form) =>
    form.replaceAll(/[^A-Za-z\d]/g, ""),
  );
}

/** The bytes of the key as digits: hexadecimal, plain, as C writes it and of UTF-16, and decimal. Each both ways, of the key both ways. */
export function digitForms(key: string): readonly string[] {
  const forms = bothWays(key).flatMap((each) => [
    [...Buffer.from(each)].join(""),
    ...casesOf(each).flatMap((text) => [inHex(text, ""), inHex(text, "0x")]),
    ...inUtf16(each).map((bytes) => bytes.toString("hex")),
  ]);
  return forms.flatMap(bothWays);
}

/** A key as a whole, as it is and in other notations. */
export function wholeForms(key: string): readonly string[] {
  // A few letters stand in too many innocent texts.
  if (key.length < 4) return [key];
  const encoded = [key, `Bearer ${key}`].flatMap((text) =>
    (["base64", "base64url"] as const).map((notation) => Buffer.from(text).toString(notation)),
  );
  return [...new Set([key, ...encoded, inHex(key, ""), inHex(key, "").toUpperCase()])];
}

/** Base64 of a text at each alignment, without the characters that depend on what stands beside it. */
function embeddedBase64(text: string | Buffer): readonly string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].map((before) => {
    const first = Math.ceil((before * 8) / 6);
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    return Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .slice(first, end);
  });
}

/** In base64 and hexadecimal, letters in another case are other digits. */
function casesOf(key: string): readonly string[] {
  return [key, key.toLowerCase(), key.toUpperCase(), alter(key, "letters in the other case")];
}

function alter(key: string, miss: NearMiss): string {
  return alterKey({ kind: "near-miss", miss }, key) ?? "";
}

function bothWays(text: string): readonly string[] {
  return [text, backwards(text)];
}

/** With the lower byte of each unit first, and last. */
function inUtf16(text: string): readonly Buffer[] {
  return [Buffer.from(text, "utf16le"), Buffer.from(text, "utf16le").swap16()];
}

function backwards(text: string): string {
  return [...text].reverse().join("");
}

function inHex(text: string, prefix: string): string {
  return Array.from(Buffer.from(text), (byte) => prefix + byte.toString(16).padStart(2, "0")).join("");
}
