import { alterKey, type NearMiss, nearMisses } from "./credential.js";

/** The key, and with one character changed: not longer than the key, since what is appended is no secret. */
export function plainForms(key: string): readonly string[] {
  const altered = nearMisses.map((miss) => alter(key, miss));
  return [key, ...altered.filter(({ length }) => length <= key.length)];
}

/** The letters and digits of the key, and of its base64, with letters of any case and of its hexadecimal digits. */
export function wordForms(key: string): readonly string[] {
  const inDigits = [inHex(key, ""), inHex(key, "").toUpperCase()];
  const encoded = [...casesOf(key), ...inDigits].flatMap(embeddedBase64);
  return [key, ...encoded].map((form) => form.replaceAll(/[^A-Za-z\d]/g, ""));
}

/** The bytes of the key as digits: hexadecimal, plain and as C writes it, and decimal. */
export function digitForms(key: string): readonly string[] {
  const inBytes = [...Buffer.from(key)].join("");
  return [inBytes, ...casesOf(key).flatMap((text) => [inHex(text, ""), inHex(text, "0x")])];
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

function inHex(text: string, prefix: string): string {
  return Array.from(Buffer.from(text), (byte) => prefix + byte.toString(16).padStart(2, "0")).join("");
}

/** A text whose escapes are replaced, and where each of its units begins in the original; one more for the end. */
interface Unescaped {
  readonly text: string;
  readonly starts: Uint32Array;
}

/** UTF-8 bytes, percent-encoded twice, in a JSON string. */
const deepest = 4;

/**
 * Percent-encoded UTF-8 of several bytes, percent-encoding, JSON, JavaScript, octal digits, a backslash before punctuation, HTML,
 * also without its semicolon, and letters that stand for others, such as full-width ones.
 */
const escapes =
  /(%[c-f][\da-f](?:%[89ab][\da-f]){1,3})|(?:%|\\x)([\da-f]{2})|[%\\]u([\da-f]{4})|(?:\\u\{|&#x)([\da-f]{1,6})[;}]?|\\([0-3][0-7]{2})|&#(\d{1,7});?|\\([!-/:-@[-`{-~])|&([a-z]{2,8});|&(amp|lt|gt|quot)|([\xaa-\xba\u02b0-\u02b8\u1d2c-\u1d6a\u2070-\u24ff\uff01-\uff5e]|[\ud835\ud83c][\udc00-\udfff])/gi;

/** HTML's names for what escapers replace. */
const named: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", sol: "/", plus: "+", equals: "=", comma: "," },
  ...{ lowbar: "_", colon: ":", period: ".", num: "#", grave: "`", percnt: "%", commat: "@" },
};

/** The text as it is, then without its escapes, then without those that came of these, and so on. */
export function* unescapeAll(text: string): Generator<Unescaped> {
  const starts = new Uint32Array(text.length + 1);
  for (let at = 0; at <= text.length; at += 1) starts[at] = at;
  let latest: Unescaped | undefined = { text, starts };
  for (let depth = 0; latest !== undefined && depth <= deepest; depth += 1) {
    yield latest;
    latest = unescapeOnce(latest);
  }
}

function unescapeOnce({ text, starts }: Unescaped): Unescaped | undefined {
  const parts: string[] = [];
  const moved = new Uint32Array(text.length + 1);
  let copied = 0;
  let length = 0;
  const copyUntil = (end: number): void => {
    parts.push(text.slice(copied, end));
    moved.set(starts.subarray(copied, end), length);
    length += end - copied;
  };
  for (const match of text.matchAll(escapes)) {
    const meaning = meaningOf(match);
    if (meaning === undefined) continue;
    copyUntil(match.index);
    copied = match.index + match[0].length;
    parts.push(meaning);
    moved.fill(starts[match.index] ?? 0, length, length + meaning.length);
    length += meaning.length;
  }
  if (copied === 0) return undefined;
  copyUntil(text.length);
  moved[length] = starts[text.length] ?? 0;
  return { text: parts.join(""), starts: moved };
}

/** Returns the text that an escape stands for, which is never longer; undefined where it is none. */
function meaningOf(match: RegExpExecArray): string | undefined {
  const [, bytes, byte, unit, point, octal, decimal, punctuation, name, bare, letter] = match;
  if (bytes !== undefined) return decodeBytes(bytes);
  if (letter !== undefined) return plainLetter(letter);
  if (punctuation !== undefined) return punctuation;
  const entity = name ?? bare;
  if (entity !== undefined) return named[entity.toLowerCase()];
  const hexadecimal = byte ?? unit ?? point;
  const digits = hexadecimal ?? octal ?? decimal ?? "";
  const code = Number.parseInt(digits, hexadecimal !== undefined ? 16 : octal !== undefined ? 8 : 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Decodes bytes, percent-encoded. Bytes that are no UTF-8 count as one character. */
function decodeBytes(bytes: string): string {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return "\ufffd";
  }
}

/** The letter that Unicode's compatibility mapping gives; undefined where it is the same, or several. */
function plainLetter(letter: string): string | undefined {
  const plain = letter.normalize("NFKC");
  return plain === letter || plain.length > letter.length ? undefined : plain;
}
