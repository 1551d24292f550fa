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
/** How bytes in hexadecimal are set apart: as a dump, Node, a fingerprint, .NET and C write them. */
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
  return [key, ...fullBase64(key), ...embedded, ...hexSeparators.map((each) => inHex(bytes, each))];
}

function partialForms(key: string): readonly string[] {
  const bytes = Buffer.from(key);
  const [alone = "", aloneForUrls = "", ...header] = fullBase64(key);
  const inBase64 = [alone, aloneForUrls, ...embeddedBase64(bytes)];
  const byteRuns = runs(bytes.toString("latin1"), tellingCharacters).map((run) => Buffer.from(run, "latin1"));
  return [
    ...runs(key, tellingCharacters),
    ...header,
    ...inBase64.flatMap((form) => runs(form, tellingBase64)),
    ...byteRuns.flatMap((run) => hexSeparators.map((each) => inHex(run, each))),
    ...byteRuns.flatMap((run) => decimalSeparators.map((each) => run.join(each))),
  ];
}

/** Every part of that length. */
function runs(whole: string, length: number): readonly string[] {
  const count = Math.max(0, whole.length - length + 1);
  return Array.from({ length: count }, (_, at) => whole.slice(at, at + length));
}

/** The key, then its header's value, in both alphabets. */
function fullBase64(key: string): readonly string[] {
  return [key, `Bearer ${key}`].flatMap((text) =>
    (["base64", "base64url"] as const).map((alphabet) => Buffer.from(text).toString(alphabet)),
  );
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
