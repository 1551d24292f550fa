import { alterKey, nearMisses } from "../generate/index.js";

/**
 * The texts in which a key may come back: as it is and with one character changed, each also in base64, and in hexadecimal
 * digits. None is longer than it has to be: what a near miss has more than the key is no secret.
 */
export function keyForms(key: string): readonly string[] {
  const altered = nearMisses.map((miss) => alterKey({ kind: "near-miss", miss }, key) ?? "");
  const plain = [key, ...altered.filter(({ length }) => length <= key.length)];
  return [...plain, ...plain.flatMap(embeddedBase64), inHex(key)];
}

/** A key as a whole, as it is and in other notations. */
export function wholeForms(key: string): readonly string[] {
  // A few letters stand in too many innocent texts.
  if (key.length < 4) return [key];
  const encoded = [key, `Bearer ${key}`].flatMap((text) =>
    (["base64", "base64url"] as const).map((notation) => Buffer.from(text).toString(notation)),
  );
  return [...new Set([key, ...encoded, inHex(key), inHex(key).toUpperCase()])];
}

/** Base64 of a text in both alphabets, at each alignment, without the characters that depend on what stands beside it. */
function embeddedBase64(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((before) => {
    const first = Math.ceil((before * 8) / 6);
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    const embedded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .slice(first, end);
    return [embedded, embedded.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function inHex(text: string): string {
  return Buffer.from(text).toString("hex");
}

/** A text whose escapes are replaced, and where each of its units begins in the original; one more for the end. */
interface Unescaped {
  readonly text: string;
  readonly starts: Uint32Array;
}

/** Percent-encoded UTF-8 of several bytes, percent-encoding, JSON, and HTML. */
const escapes =
  /(%[c-f][\da-f](?:%[89ab][\da-f]){1,3})|%([\da-f]{2})|\\u([\da-f]{4})|\\(["\\/])|&#x([\da-f]{1,6});|&#(\d{1,7});|&(amp|lt|gt|quot|apos);/gi;

/** HTML's names for what escapers replace. */
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Returns a text without its escapes; undefined where it has none. */
export function unescapeText(text: string): Unescaped | undefined {
  if (!/[%\\&]/.test(text)) return undefined;
  const parts: string[] = [];
  const starts = new Uint32Array(text.length + 1);
  let length = 0;
  let copied = 0;
  const copyUntil = (end: number): void => {
    parts.push(text.slice(copied, end));
    while (copied < end) starts[length++] = copied++;
  };
  for (const match of text.matchAll(escapes)) {
    const meaning = meaningOf(match);
    if (meaning === undefined) continue;
    copyUntil(match.index);
    parts.push(meaning);
    starts.fill(match.index, length, length + meaning.length);
    length += meaning.length;
    copied += match[0].length;
  }
  if (copied === 0) return undefined;
  copyUntil(text.length);
  starts[length] = text.length;
  return { text: parts.join(""), starts };
}

/** Returns the text that an escape stands for, which is never longer; undefined where it is none. */
function meaningOf([, bytes, byte, unit, sign, point, decimal, name]: RegExpExecArray): string | undefined {
  if (bytes !== undefined) return decodeBytes(bytes);
  if (sign !== undefined) return sign;
  if (name !== undefined) return named[name.toLowerCase()];
  const digits = byte ?? unit ?? point;
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
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
