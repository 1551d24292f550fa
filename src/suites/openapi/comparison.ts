import { Skip } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { jsonOf as jsonContentOf, responseTo } from "../../description/index.js";
import { plainSchema } from "../../generate/index.js";
import { isFraction, isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { resourceAt, unwrapped } from "./resource.js";
import { type ApiState, marksIn } from "./state.js";
import type { Context } from "./twin.js";

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
  /(^|_|[a-z])(ids?|no|number|position|order|rank|version|revision|rev|etag|count|total|pass\w*|secret|slug|handle|login|user\w*|(creat|updat|modifi|chang)ed\w*|timestamp)$/i;
/** Names of members whose letters may be written large or small. */
const mailNames = /mail$/i;

/** Takes down every plain member that is shown with another value than the one that was sent, or not at all. */
export function expectSame(t: Context, representations: Representations): void {
  const { check, sent } = representations;
  const isShown =
    isJsonObject(sent) && Object.keys(sent).length > 0 && itemIn(t.state, representations) === undefined;
  if (isShown) throw new Skip("untested", "the response shows no member that was sent");
  for (const { name, expected, actual } of differencesOf(t.state, representations))
    t.expect(false, {
      ...(check === undefined ? {} : { check }),
      problem: `another ${name}`,
      expected: `${name} is ${renderJson(expected)}, as it was sent`,
      actual: actual === undefined ? `${name} is missing` : renderJson(actual),
      at: { in: "body", pointer: `/${name}` },
    });
}

/**
 * Compares what is plain: numbers, and texts that only this request has. What has a default, a state or a name for itself
 * is the server's.
 */
export function differencesOf(state: ApiState, representations: Representations) {
  const { operation, read, sent } = representations;
  const found = itemIn(state, representations);
  if (!isJsonObject(sent) || found === undefined) return [];
  const { properties = {} } = plainSchema(operation.body?.schema ?? {});
  const shown =
    plainSchema(jsonContentOf(responseTo(read, 200)?.contents ?? [])?.schema ?? {}).properties ?? {};
  return Object.entries(sent).flatMap(([name, expected]) => {
    const schema = plainSchema(properties[name] ?? {});
    if (
      ownNames.test(name) ||
      schema.writeOnly === true ||
      schema.format === "password" ||
      !isPlain(state, expected, schema.format)
    )
      return [];
    const actual = Object.hasOwn(found, name) ? found[name] : undefined;
    const isLost = (actual === undefined || actual === null) && Object.hasOwn(shown, name);
    const isMailLike = schema.format === "email" || mailNames.test(name);
    const isOther =
      actual !== undefined && isComparable(expected, actual) && !isSame(expected, actual, isMailLike);
    return isLost || isOther ? [{ name, expected, actual }] : [];
  });
}

/** The object that shows what was sent: the whole response, or one that it wraps; undefined if none does. */
function itemIn(state: ApiState, { read, sent, found }: Representations): JsonObject | undefined {
  if (!isJsonObject(sent) || !isJsonObject(found)) return undefined;
  const resource = resourceAt(state.resources, read.path);
  const inner = resource && unwrapped(resource, found);
  return [found, inner].find((each) => Object.keys(sent).some((name) => each && Object.hasOwn(each, name)));
}

function isPlain(state: ApiState, value: Json, format = ""): boolean {
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
