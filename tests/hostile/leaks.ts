import { key } from "./store-behind.js";

/** So many characters of the key in a row give too much of it away. */
const telling = 8;

const small = key.toLowerCase();
const runs = Array.from({ length: small.length - telling + 1 }, (_, at) => small.slice(at, at + telling));
const inBase64 = [0, 1, 2].map((before) =>
  Buffer.concat([Buffer.alloc(before), Buffer.from(key)])
    .toString("base64")
    .slice(before === 0 ? 0 : 4, -4),
);
const inHex = Buffer.from(key).toString("hex");
const percent = [...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join("");

/** Which parts of the key a text gives away, in any letters, escaped or not. */
export function leaksIn(text: string): readonly string[] {
  const lower = readings(text).map((parsed) => parsed.toLowerCase());
  const plain = runs.filter((run) => lower.some((parsed) => parsed.includes(run)));
  const encoded = [inHex, percent].filter((form) => lower.some((parsed) => parsed.includes(form)));
  return [...plain, ...encoded, ...inBase64.filter((form) => text.includes(form))];
}

/** The text as it is; what it holds in base64 because it was no text; and without what may stand between. */
function readings(text: string): readonly string[] {
  const bodies = [...text.matchAll(/"(?:base64|text)":\s*"([\w+/=-]{4,})"/g)].map(([, each = ""]) =>
    Buffer.from(each, "base64").toString("latin1"),
  );
  return [
    text,
    ...bodies,
    text.replaceAll(/\\u0000|\\u\{0\}|\\(?=[^u])/g, ""),
    text.replaceAll(/%(\w\w)/g, unescapeByte),
  ];
}

function unescapeByte(whole: string, digits: string): string {
  const code = Number.parseInt(digits, 16);
  return Number.isNaN(code) ? whole : String.fromCharCode(code);
}
