/** How the bytes of a key look in other notations. */

/** Base64 of these bytes, whatever stands around them: nothing that depends on a neighbour as well. */
export function embeddedBase64(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].map((before) => {
    const first = Math.ceil((before * 8) / 6);
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    return Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .slice(first, end);
  });
}

/** A key in base64, in letters of any case, and the base64 of that in either alphabet. */
export function base64Forms(key: string): readonly string[] {
  const once = casesOf(key).flatMap((each) => [
    ...embeddedBase64(Buffer.from(each)),
    Buffer.from(each).toString("base64"),
  ]);
  const inner = embeddedBase64(Buffer.from(key)).flatMap((each) => [each, toUrlAlphabet(each)]);
  return [...once, ...[...new Set(inner)].flatMap((each) => embeddedBase64(Buffer.from(each)))];
}

/** A key's bytes as digits, in a row: hexadecimal, plain and as C writes it, and decimal. */
export function digitForms(key: string): readonly string[] {
  const decimal = [...Buffer.from(key)].join("");
  return [decimal, ...casesOf(key).flatMap((each) => [inHex(each, ""), inHex(each, "0x")])];
}

/** A short key whole, as it is and in other notations. */
export function wholeForms(key: string): readonly string[] {
  // A few letters stand in too many innocent texts.
  if (key.length < 4) return [key];
  const full = ["base64", "base64url"] as const;
  const notations = full.flatMap((each) =>
    [key, `Bearer ${key}`].map((text) => Buffer.from(text).toString(each)),
  );
  return [...new Set([key, ...notations, inHex(key, ""), inHex(key, "").toUpperCase()])];
}

/** In base64 and hexadecimal, letters in another case are other digits: as it is, all small, all large, all swapped. */
function casesOf(key: string): readonly string[] {
  const swapped = key.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return [...new Set([key, key.toLowerCase(), key.toUpperCase(), swapped])];
}

function toUrlAlphabet(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}

function inHex(text: string, prefix: string): string {
  return Array.from(Buffer.from(text), (byte) => prefix + byte.toString(16).padStart(2, "0")).join("");
}
