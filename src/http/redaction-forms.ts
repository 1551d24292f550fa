import { fold } from "./redaction-readings.js";

/** A tree of what to hide, by UTF-16 units in small letters; `whole` where such a form ends. */
export interface Form {
  readonly next: Map<number, Form>;
  whole: boolean;
}

/** So many characters of the key in a row give too much of it away. */
const tellingCharacters = 5;
/** So many base64 characters depend on five bytes alone, wherever in a longer text these stand. */
const tellingBase64 = 6;
/** Fewer characters of base64 in any letters stand in too many innocent texts. */
const fewestBase64 = 4;
/** How bytes in hexadecimal are set apart: not at all, then as a dump, a fingerprint, .NET and C do. */
const hexSeparators = ["", " ", ":", "-", ", 0x"];
const decimalSeparators = [",", ", "];

/** Everything that must not be left in a text, for a key that is not empty. */
export function plantForms(key: string): Form {
  const root: Form = { next: new Map(), whole: false };
  for (const form of key.length < tellingCharacters ? wholeForms(key) : partialForms(key)) plant(root, form);
  return root;
}

function plant(root: Form, form: string): void {
  let node = root;
  for (const unit of units(fold(form))) {
    const child = node.next.get(unit) ?? { next: new Map(), whole: false };
    node.next.set(unit, child);
    node = child;
  }
  node.whole = true;
}

function units(text: string): readonly number[] {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}

function wholeForms(key: string): readonly string[] {
  const bytes = Buffer.from(key);
  const embedded = embeddedBase64(bytes).filter((form) => form.length >= fewestBase64);
  return [
    key,
    ...fullBase64(bytes),
    ...headerBase64(key),
    ...embedded,
    ...hexSeparators.map((each) => inHex(bytes, each)),
  ];
}

function partialForms(key: string): readonly string[] {
  const inBase64 = casesOf(key).flatMap((each) => [
    ...embeddedBase64(Buffer.from(each)),
    ...fullBase64(Buffer.from(each)),
  ]);
  const inDigits = casesOf(key).map((each) => inHex(Buffer.from(each), ""));
  const byteRuns = runs(Buffer.from(key).toString("latin1"), tellingCharacters).map((run) =>
    Buffer.from(run, "latin1"),
  );
  return [
    ...runs(key, tellingCharacters),
    ...inBase64.flatMap((form) => runs(form, tellingBase64)),
    ...casesOf(key).flatMap(headerBase64),
    ...inDigits.flatMap((form) => runs(form, 2 * tellingCharacters).filter((_, at) => at % 2 === 0)),
    ...byteRuns.flatMap((run) => hexSeparators.map((each) => inHex(run, each))),
    ...byteRuns.flatMap((run) => decimalSeparators.map((each) => run.join(each))),
  ];
}

/** In base64 and hexadecimal, letters in another case are other digits: as it is, all small, all large, all swapped. */
function casesOf(key: string): readonly string[] {
  const small = key.toLowerCase();
  const large = key.toUpperCase();
  const swapped = key.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return [...new Set([key, small, large, swapped])];
}

/** Every part of that length. */
function runs(whole: string, length: number): readonly string[] {
  const count = Math.max(0, whole.length - length + 1);
  return Array.from({ length: count }, (_, at) => whole.slice(at, at + length));
}

/** In both alphabets. */
function fullBase64(bytes: Buffer): readonly string[] {
  return [bytes.toString("base64"), bytes.toString("base64url")];
}

/** The value of the header that carries the key. */
function headerBase64(key: string): readonly string[] {
  return fullBase64(Buffer.from(`Bearer ${key}`));
}

/** What base64 makes of these bytes, whatever stands around them: nothing that depends on a neighbour as well. */
function embeddedBase64(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const first = Math.ceil((before * 8) / 6);
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    return (["base64", "base64url"] as const).map((alphabet) =>
      Buffer.concat([Buffer.alloc(before), bytes])
        .toString(alphabet)
        .slice(first, end),
    );
  });
}

function inHex(bytes: Uint8Array, separator: string): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(separator);
}
