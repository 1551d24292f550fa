import { randomUUID } from "node:crypto";
import { LosslessNumber, parse, stringify } from "lossless-json";

/**
 * A JSON value in which no number has lost a digit: a number whose value is an integer is a `bigint`
 * (so `7`, `7.0` and `70e-1` are all `7n`), any other number keeps its text in a `LosslessNumber`.
 */
export type Json = null | boolean | string | bigint | LosslessNumber | readonly Json[] | JsonObject;

/** A JSON object; its members are own properties, `__proto__` included. */
export interface JsonObject {
  readonly [member: string]: Json;
}

/** The result of reading a JSON text: its value, or the reason why it is none. */
export type JsonResult =
  | { readonly status: "valid"; readonly value: Json }
  | { readonly status: "invalid"; readonly reason: string };

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Levels of arrays and objects: whatever is done with a value, a hostile one must not fill the stack. */
const deepest = 500;

/**
 * Values and members that are read: a page holds 100 items, and a hostile list must not fill the memory. Of an array
 * that holds more, this number of items is read; they are enough to see what is wrong with it.
 */
const mostValues = 100_000;
const mostItems = 1000;

const excesses = {
  depth: `it is nested more than ${deepest} levels deep`,
  values: `it holds more than ${mostValues} values`,
};

/** Digits that an integer may have before it is kept as text: a hostile exponent must not fill the memory. */
const longestInteger = 400;

/**
 * Reads bytes as one JSON text (RFC 8259): UTF-8, no byte order mark, nothing before or after it.
 * Never throws: whatever a server sends ends in a `JsonResult`.
 */
export function parseJsonBytes(bytes: Uint8Array): JsonResult {
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    return { status: "invalid", reason: "the bytes are not valid UTF-8" };
  }
  return parseJson(text);
}

/** Reads one JSON text. Of duplicate keys the last wins, as in ECMAScript. Never throws. */
export function parseJson(text: string): JsonResult {
  const { excess, end } = measure(text);
  if (excess === "values" && end !== undefined) return parseJson(`${text.slice(0, end)}]`);
  if (excess !== undefined) return { status: "invalid", reason: excesses[excess] };
  try {
    const rounded: unknown = JSON.parse(text);
    // Only now, since the pattern takes its time on a text that is no JSON.
    const exact = mayRound.test(text) ? JSON.parse(text.replaceAll(token, markNumber)) : rounded;
    return { status: "valid", value: restoreNumbers(exact) };
  } catch {
    return parseThoroughly(text);
  }
}

/** Strings, which are left alone, and numbers, by the grammar of RFC 8259. */
const token = /"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/** Digits that a double does not hold, or a number that is not written as an integer. */
const mayRound = /\d{16}|\d[.eE]/;

/** The member in which a number hides from JSON.parse, which would round it. Nobody can guess it. */
const hidden = randomUUID();

function markNumber(part: string): string {
  const isSafe = part.startsWith('"') || (part.length < 16 && !/[.eE]/.test(part));
  return isSafe ? part : `{"${hidden}":"${part}"}`;
}

/** Every number as a bigint or, where it is no integer, as text. Changes the value in place. */
function restoreNumbers(value: unknown): Json {
  if (typeof value === "number") return BigInt(value);
  if (typeof value !== "object" || value === null) return value as Json;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) value[index] = restoreNumbers(value[index]);
    return value;
  }
  const object = value as Record<string, unknown>;
  const number = object[hidden];
  if (typeof number === "string") return exactNumber(number);
  // JSON.parse has made `__proto__` a member of its own, so that this assigns to it.
  for (const name of Object.keys(object)) object[name] = restoreNumbers(object[name]);
  return object as JsonObject;
}

/** The slow way, which tells what is wrong and where, and reads strings of any length. */
function parseThoroughly(text: string): JsonResult {
  try {
    const value = parse(text, null, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue });
    return { status: "valid", value: value as Json };
  } catch (error) {
    return { status: "invalid", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Writes a JSON text without white space (or indented by `indent` blanks), every number to the last digit. */
export function renderJson(value: Json, indent = 0): string {
  return stringify(value, null, indent) ?? "null";
}

/** Are two values written alike, member by member? A value that is not there is null. */
export function isSameJson(left: Json | undefined, right: Json | undefined): boolean {
  return renderJson(left ?? null) === renderJson(right ?? null);
}

/** A number exactly as it is to be written, for example `1.0` or `1e3`. Throws if the text is no JSON number. */
export function numberAsWritten(text: string): LosslessNumber {
  return new LosslessNumber(text);
}

/** Is it a number that is no integer? */
export function isFraction(value: Json): value is LosslessNumber {
  return value instanceof LosslessNumber;
}

/** Is it a JSON object (and neither array, null nor number)? */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber)
  );
}

/**
 * The beginning of an array that is too long to be read, as an array of its own: its first thousand items. Undefined
 * if it is none, or has not as many.
 */
export function headOfArray(bytes: Uint8Array): Uint8Array | undefined {
  // One character a byte, so that places are the same.
  const { end } = measure(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1"));
  return end === undefined ? undefined : Buffer.concat([bytes.subarray(0, end), Buffer.from("]")]);
}

/**
 * How much there is in a text, outside of strings. Goes no further than it takes to know that it is too much.
 * @returns why it is not read, if it is not; and of an array of that many, where its first thousand items end
 */
function measure(text: string): {
  readonly excess?: keyof typeof excesses;
  readonly end: number | undefined;
} {
  if (text.length <= deepest) return { end: undefined };
  const isArray = /^[\t\n\r ]*\[/.test(text);
  let depth = 0;
  let commas = 0;
  let items = 0;
  let end: number | undefined;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === ",") {
      commas += 1;
      if (isArray && depth === 1 && ++items === mostItems) end = index;
    } else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth > deepest) return { excess: "depth", end };
    if (commas > mostValues) return { excess: "values", end };
  }
  return { end };
}

/** Where a string that begins here ends: at the next quote that has an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** `-?digits[.digits][e±digits]` as a bigint where its value is an integer, else as text. */
function exactNumber(text: string): bigint | LosslessNumber {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (parts === null) return new LosslessNumber(text);
  const [, sign = "", whole = "0", fraction = "", exponentText = "0"] = parts;
  const exponent = Number(exponentText);
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return 0n;
  const shift = exponent - fraction.length;
  if (digits.length + Math.abs(shift) > longestInteger) return new LosslessNumber(text);
  if (shift >= 0) return BigInt(sign + digits + "0".repeat(shift));
  const kept = digits.slice(0, shift);
  if (/[^0]/.test(digits.slice(shift))) return new LosslessNumber(text);
  return kept === "" ? 0n : BigInt(sign + kept);
}

/**
 * Turns lossless data into data that any JSON reader keeps intact: an integer becomes `{"$int": "7"}`,
 * another exact number `{"$number": "1.50"}`. A member whose own name starts with `$` gets another `$` before it;
 * one that is undefined is left out.
 */
export function toPlain(value: unknown): unknown {
  if (typeof value === "bigint") return { $int: `${value}` };
  if (value instanceof LosslessNumber) return { $number: value.value };
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name.startsWith("$") ? `$${name}` : name, toPlain(member)]),
  );
}

/** Undoes `toPlain`. */
export function fromPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromPlain);
  if (typeof value !== "object" || value === null) return value;
  const { $int, $number } = value as { $int?: unknown; $number?: unknown };
  if (typeof $int === "string" && /^-?\d+$/.test($int)) return BigInt($int);
  if (typeof $number === "string") return numberAsWritten($number);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.replace(/^\$\$/, "$"), fromPlain(member)]),
  );
}
