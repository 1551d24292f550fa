import { alterKey, type NearMiss, nearMisses } from "../generate/index.js";

/** The key, backwards, and with one character changed: not longer than the key, since what is appended is no secret. */
export function plainForms(key: string): readonly string[] {
  const altered = nearMisses.map((miss) => alter(key, miss));
  return [key, backwards(key), ...altered.filter(({ length }) => length <= key.length)];
}

/** The letters and digits of the key, both ways, and of its base64: once with letters of any case, and twice. */
export function wordForms(key: string): readonly string[] {
  const once = casesOf(key).flatMap(embeddedBase64);
  const twice = embeddedBase64(key)
    .flatMap((each) => [each, each.replaceAll("+", "-").replaceAll("/", "_")])
    .flatMap(embeddedBase64);
  return [key, backwards(key), ...once, ...twice].map((form) => form.replaceAll(/[^A-Za-z\d]/g, ""));
}

/** The bytes of the key as digits: hexadecimal, plain and as C writes it, and decimal. */
export function digitForms(key: string): readonly string[] {
  const hexadecimal = casesOf(key).flatMap((each) => [inHex(each, ""), inHex(each, "0x")]);
  return [[...Buffer.from(key)].join(""), ...hexadecimal];
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
function embeddedBase64(text: string): readonly string[] {
  return [0, 1, 2].map((before) => {
    const first = Math.ceil((before * 8) / 6);
    const end = Math.floor(((before + Buffer.byteLength(text)) * 8) / 6);
    return Buffer.from("\0".repeat(before) + text)
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

function backwards(text: string): string {
  return [...text].reverse().join("");
}

function inHex(text: string, prefix: string): string {
  return Array.from(Buffer.from(text), (byte) => prefix + byte.toString(16).padStart(2, "0")).join("");
}
