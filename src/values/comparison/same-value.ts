import type { JsonObject } from "../../json/index.js";
import { isFraction, type Json, renderJson } from "../../json/index.js";
import { matches } from "../../model/index.js";

/** Another type is another question. */
export function isComparable(expected: Json, actual: Json): boolean {
  return isNumber(expected) ? isNumber(actual) : typeof actual === "string";
}

export function isNumber(value: Json): boolean {
  return typeof value === "bigint" || isFraction(value);
}

/** Are two plain values the same, in whichever way they are written? */
export function isSame(expected: Json, actual: Json, isMailLike: boolean): boolean {
  if (typeof expected !== "string" || typeof actual !== "string")
    return Number(renderJson(expected)) === Number(renderJson(actual));
  if (areNumbers(expected, actual)) return Number(expected) === Number(actual);
  if (isMailLike) return expected.toLowerCase() === actual.toLowerCase();
  // An instant may be written in many ways (RFC 3339, section 5.6).
  const [left, right] = [expected, actual].map(instantOf);
  return expected === actual || (/^\d{4}-\d\d-\d\d/.test(expected) && left === right);
}

/**
 * Are the letters and digits of a text shown, whether large or small, and with other signs between them? A server may add some:
 * zeros in front, or the code of a country.
 */
export function hasSameLetters(expected: string, actual: string): boolean {
  const [left = "", right = ""] = [expected, actual].map((text) =>
    text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ""),
  );
  return right.includes(left) || (areNumbers(expected, actual) && Number(expected) === Number(actual));
}

function areNumbers(...texts: readonly string[]): boolean {
  return texts.every((text) => /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text));
}

/** In ms; without a zone it is UTC, wherever this runs. */
function instantOf(text: string): number {
  return Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text);
}

/** Does a text show a mark? A server may write names with capitals. */
export function hasMarker(text: string, marker: string): boolean {
  return text.toLowerCase().includes(marker);
}

/**
 * The members of an object that are shown in another unit than the one that was sent: the unit, and the numbers beside it. Where
 * no number has changed, the unit is lost.
 */
export function convertedMembers(sent: JsonObject, found: JsonObject): readonly string[] {
  const units = Object.keys(sent).filter(
    (name) => matches(name, "units") && isOther(sent[name], found[name]),
  );
  const numbers = Object.keys(sent).filter((name) => isNumber(sent[name] ?? null));
  const isNothing = numbers.every((name) => Number(sent[name]) === 0);
  const isChanged = numbers.some(
    (name) => isNumber(found[name] ?? null) && !isSameNumber(sent[name], found[name]),
  );
  return units.length > 0 && (isNothing || isChanged) ? [...units, ...numbers] : [];
}

function isOther(sent: Json | undefined, found: Json | undefined): boolean {
  return typeof sent === "string" && typeof found === "string" && sent.toLowerCase() !== found.toLowerCase();
}

function isSameNumber(sent: Json | undefined, found: Json | undefined): boolean {
  return isSame(sent ?? null, found ?? null, false);
}
