import { Skip } from "../../checks/index.js";
import { type AnySchema, patternIn, plainSchema } from "../../generate/index.js";
import { isFraction, isJsonObject, type Json, renderJson } from "../../json/index.js";
import { type Pair, pairOf, type Representations } from "./representations.js";
import { type ApiState, marksIn } from "./state.js";
import { isStateLike } from "./state-names.js";
import type { Context } from "./twin.js";

/** Names of members that a server may make of its own. */
const ownNames =
  /(^|_|[a-z])(ids?|no|number|position|order|rank|version|revision|rev|etag|count|total|ttl|remaining|left|pass\w*|secret|slug|handle|login|user\w*|(creat|updat|modifi|chang)ed\w*|timestamp|roles?|permissions?|scopes?|groups?)$/i;
/** Names of members whose words a server may choose, by who asks, or by what the item holds. */
const chosenNames =
  /(level|tier|plan|mode|visibility|access|availability|approval|outcome|result|progress|health|condition)$/i;
/** Names of members whose letters may be written large or small. */
const mailNames = /mail$/i;

/** May the server choose a value of its own for a member of this name, or which values follow which? */
export function isChosenByServer(name: string): boolean {
  return ownNames.test(name) || chosenNames.test(name) || isStateLike(name);
}

/** Takes down every plain member that is shown with another value than the one that was sent, or not at all. */
export function expectSame(t: Context, representations: Representations): void {
  const { check, sent } = representations;
  const isShown =
    isJsonObject(sent) && Object.keys(sent).length > 0 && pairOf(t.state, representations) === undefined;
  if (isShown) throw new Skip("untested", "the response shows no member that was sent");
  for (const { path, expected, actual } of differencesOf(t.state, representations)) {
    const name = path.join("/");
    t.expect(false, {
      ...(check === undefined ? {} : { check }),
      problem: `another ${name}`,
      expected: `${name} is ${renderJson(expected)}, as it was sent`,
      actual: actual === undefined ? `${name} is missing` : renderJson(actual),
      at: { in: "body", pointer: `/${name}` },
    });
  }
}

/** A member that is shown with another value than the one that was sent. */
interface Difference {
  /** The names of members that lead to it. */
  readonly path: readonly [string, ...string[]];
  readonly expected: Json;
  readonly actual: Json | undefined;
}

/**
 * Compares what is plain: numbers, words of an enumeration, and texts that only this request has. What has a default, a
 * state or a name for itself is the server's.
 */
export function differencesOf(state: ApiState, representations: Representations): readonly Difference[] {
  const pair = pairOf(state, representations);
  if (pair === undefined) return [];
  const [wrapper, ...inner] = pair.path;
  return differencesIn(state, pair).map(({ path, ...each }) =>
    wrapper === undefined ? { path, ...each } : { path: [wrapper, ...inner, ...path], ...each },
  );
}

function differencesIn(state: ApiState, { sent, found, ...schemas }: Pair): readonly Difference[] {
  const { properties = {} } = plainSchema(schemas.schema);
  const { properties: shown = {} } = plainSchema(schemas.shown);
  return Object.entries(sent).flatMap(([name, expected]): readonly Difference[] => {
    const schema = plainSchema(properties[name] ?? {});
    if (ownNames.test(name) || schema.writeOnly === true || schema.format === "password") return [];
    // What is shown may be a part of it, or be masked.
    if (!mayBe(plainSchema(shown[name] ?? {}), expected)) return [];
    const actual = Object.hasOwn(found, name) ? found[name] : undefined;
    if (isJsonObject(expected) && isJsonObject(actual))
      return differencesIn(state, { sent: expected, found: actual, schema, shown: shown[name] ?? {} }).map(
        (each) => ({ ...each, path: [name, ...each.path] }),
      );
    const isKept =
      actual === undefined || actual === null
        ? !Object.hasOwn(shown, name) || !(isPlain(state, expected, schema) || hasMarks(state, expected))
        : isSameMember(state, { name, schema, expected, actual });
    return isKept || isComputed(state, name) ? [] : [{ path: [name], expected, actual }];
  });
}

/** Does the user say that the server computes a member? It counts as used then. */
export function isComputed({ contract, used }: ApiState, name: string): boolean {
  const isSaid = contract.known?.computed.includes(name) === true;
  if (isSaid) used.computed.add(name);
  return isSaid;
}

/** Is it a value that a schema allows, as far as one keyword tells? */
function mayBe(
  { pattern, maxLength, minLength, enum: words, maximum, minimum }: AnySchema,
  value: Json,
): boolean {
  if (typeof value === "string")
    return (
      [...value].length <= (maxLength ?? Number.POSITIVE_INFINITY) &&
      [...value].length >= (minLength ?? 0) &&
      (words === undefined || words.includes(value)) &&
      // What is no regular expression excludes nothing.
      (pattern === undefined || patternIn(pattern)?.test(value) !== false)
    );
  if (typeof value !== "bigint" && !isFraction(value)) return true;
  const number = Number(renderJson(value));
  return number <= (maximum ?? Number.POSITIVE_INFINITY) && number >= (minimum ?? Number.NEGATIVE_INFINITY);
}

/** Is a member that is shown the one that was sent, as far as it may be compared? */
function isSameMember(
  state: ApiState,
  {
    name,
    schema,
    expected,
    actual,
  }: { readonly name: string; readonly schema: AnySchema; readonly expected: Json; readonly actual: Json },
): boolean {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return true;
    const text = renderJson(actual);
    const words = plainSchema(schema.items ?? {}).enum === undefined ? [] : wordsOf(expected);
    const isFree = isStateLike(name) || chosenNames.test(name);
    return (
      marksIn(state, renderJson(expected)).every((mark) => text.includes(mark)) &&
      (isFree || words.every((word) => wordsOf(actual).includes(word)))
    );
  }
  if (!isComparable(expected, actual)) return true;
  if (schema.enum !== undefined)
    return (
      isStateLike(name) || chosenNames.test(name) || `${expected}`.toLowerCase() === `${actual}`.toLowerCase()
    );
  if (!isPlain(state, expected, schema)) return true;
  return isSame(expected, actual, schema.format === "email" || mailNames.test(name));
}

/** The texts of a list, in small letters. */
function wordsOf(list: Json): readonly string[] {
  const items = Array.isArray(list) ? (list as readonly Json[]) : [];
  return items.flatMap((each) => (typeof each === "string" ? [each.toLowerCase()] : []));
}

function hasMarks(state: ApiState, value: Json): boolean {
  return marksIn(state, renderJson(value)).length > 0;
}

/** Formats of numbers that are written as texts. */
const numeric: readonly string[] = ["decimal", "int64", "uint64"];

function isPlain(state: ApiState, value: Json, { format = "" }: AnySchema): boolean {
  if (typeof value === "bigint" || isFraction(value)) return true;
  return (
    typeof value === "string" &&
    (["date-time", "date", ...numeric].includes(format) || marksIn(state, value).length > 0)
  );
}

/** Another type is another question. */
function isComparable(expected: Json, actual: Json): boolean {
  const isNumber = (value: Json): boolean => typeof value === "bigint" || isFraction(value);
  return isNumber(expected) ? isNumber(actual) : typeof actual === "string";
}

/** Are two plain values the same, in whichever way they are written? */
export function isSame(expected: Json, actual: Json, isMailLike: boolean): boolean {
  if (typeof expected !== "string" || typeof actual !== "string")
    return Number(renderJson(expected)) === Number(renderJson(actual));
  if ([expected, actual].every((each) => /^[-+]?(\d+\.?\d*|\.\d+)$/.test(each)))
    return Number(expected) === Number(actual);
  if (isMailLike) return expected.toLowerCase() === actual.toLowerCase();
  // An instant may be written in many ways (RFC 3339, section 5.6).
  const [left, right] = [expected, actual].map(instantOf);
  return expected === actual || (/^\d{4}-\d\d-\d\d/.test(expected) && left === right);
}

/** In ms; without a zone it is UTC, wherever this runs. */
function instantOf(text: string): number {
  return Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text);
}
