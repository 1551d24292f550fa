import { Skip } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { jsonOf as jsonContentOf, responseTo } from "../../description/index.js";
import { type AnySchema, plainSchema } from "../../generate/index.js";
import { isFraction, isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { valueAt } from "./places.js";
import { resourceAt, unwrapped } from "./resource.js";
import { type ApiState, marksIn } from "./state.js";
import { isStateLike } from "./state-names.js";
import type { Context } from "./twin.js";
import { pathToMembers } from "./wrapped-bodies.js";

/** Two representations of one item. */
export interface Representations {
  /** The operation that sent the one, and the one that shows the other. */
  readonly operation: Operation;
  readonly read: Operation;
  readonly sent: Json | undefined;
  readonly found: Json;
  /** The check that a difference breaks; that of the scenario if absent. */
  readonly check?: string | undefined;
}

/** Names of members that a server may make of its own. */
const ownNames =
  /(^|_|[a-z])(ids?|no|number|position|order|rank|version|revision|rev|etag|count|total|pass\w*|secret|slug|handle|login|user\w*|(creat|updat|modifi|chang)ed\w*|timestamp|roles?|permissions?|scopes?|groups?)$/i;
/** Names of members whose words a server may choose, by who asks, or by what the item holds. */
const chosenNames =
  /(level|tier|plan|mode|visibility|access|availability|approval|outcome|result|progress|health|condition)$/i;
/** Names of members whose letters may be written large or small. */
const mailNames = /mail$/i;

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

/** An object that was sent, and the one that was found, with what is said of both. */
interface Pair {
  readonly sent: JsonObject;
  readonly found: JsonObject;
  readonly schema: object;
  readonly shown: object;
}

function differencesIn(state: ApiState, { sent, found, ...schemas }: Pair): readonly Difference[] {
  const { properties = {} } = plainSchema(schemas.schema);
  const { properties: shown = {} } = plainSchema(schemas.shown);
  return Object.entries(sent).flatMap(([name, expected]): readonly Difference[] => {
    const schema = plainSchema(properties[name] ?? {});
    if (ownNames.test(name) || schema.writeOnly === true || schema.format === "password") return [];
    const actual = Object.hasOwn(found, name) ? found[name] : undefined;
    if (isJsonObject(expected) && isJsonObject(actual))
      return differencesIn(state, { sent: expected, found: actual, schema, shown: shown[name] ?? {} }).map(
        (each) => ({ ...each, path: [name, ...each.path] }),
      );
    const isKept =
      actual === undefined || actual === null
        ? !Object.hasOwn(shown, name) || !(isPlain(state, expected, schema) || hasMarks(state, expected))
        : isSameMember(state, { name, schema, expected, actual });
    return isKept ? [] : [{ path: [name], expected, actual }];
  });
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

/**
 * The object that was sent, and the one that shows it: the whole body and the whole response, or one that they wrap; undefined
 * if none does.
 */
function pairOf(
  state: ApiState,
  { operation, read, sent, found }: Representations,
): (Pair & { readonly path: readonly string[] }) | undefined {
  if (!isJsonObject(sent) || !isJsonObject(found)) return undefined;
  const resource = resourceAt(state.resources, read.path);
  const inner = resource && unwrapped(resource, found);
  const wrapper = Object.keys(found).find((name) => inner !== undefined && found[name] === inner);
  const path = pathToMembers(resource, sent);
  const members = valueAt(sent, path);
  const shown = jsonContentOf(responseTo(read, 200)?.contents ?? [])?.schema ?? {};
  const sides = [
    { path: [], value: sent },
    ...(path.length > 0 && isJsonObject(members) ? [{ path, value: members }] : []),
  ].flatMap((left) => [
    { left, right: { path: [], value: found } },
    ...(inner === undefined || wrapper === undefined
      ? []
      : [{ left, right: { path: [wrapper], value: inner } }]),
  ]);
  const shared = sides.find(({ left, right }) =>
    Object.keys(left.value).some((name) => Object.hasOwn(right.value, name)),
  );
  return (
    shared && {
      path: shared.left.path,
      sent: shared.left.value,
      found: shared.right.value,
      schema: schemaAt(operation.body?.schema ?? {}, shared.left.path),
      shown: schemaAt(shown, shared.right.path),
    }
  );
}

function schemaAt(schema: object, path: readonly string[]): object {
  return path.reduce((each, name) => plainSchema(each).properties?.[name] ?? {}, schema);
}

function isPlain(state: ApiState, value: Json, { format = "" }: AnySchema): boolean {
  if (typeof value === "bigint" || isFraction(value)) return true;
  return (
    typeof value === "string" &&
    (format === "date-time" || format === "date" || marksIn(state, value).length > 0)
  );
}

/** Another type is another question. */
function isComparable(expected: Json, actual: Json): boolean {
  const isNumber = (value: Json): boolean => typeof value === "bigint" || isFraction(value);
  return isNumber(expected) ? isNumber(actual) : typeof actual === "string";
}

function isSame(expected: Json, actual: Json, isMailLike: boolean): boolean {
  if (typeof expected !== "string" || typeof actual !== "string")
    return Number(renderJson(expected)) === Number(renderJson(actual));
  if (isMailLike) return expected.toLowerCase() === actual.toLowerCase();
  // An instant may be written in many ways (RFC 3339, section 5.6).
  const [left, right] = [expected, actual].map(instantOf);
  return expected === actual || (/^\d{4}-\d\d-\d\d/.test(expected) && left === right);
}

/** In ms; without a zone it is UTC, wherever this runs. */
function instantOf(text: string): number {
  return Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text);
}
