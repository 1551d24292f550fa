import type { Operation } from "../../description/index.js";
import { jsonOf as jsonContentOf, responseTo } from "../../description/index.js";
import { plainSchema } from "../../generate/index.js";
import { isFraction, isJsonObject, type Json, renderJson } from "../../json/index.js";
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
  /(^|_|[a-z])(ids?|no|number|position|order|rank|version|count|total|pass\w*|secret|slug|handle|login|user\w*|(creat|updat|modifi|chang)ed\w*|timestamp)$/i;
/** Names of members whose letters may be written large or small. */
const mailNames = /mail$/i;

/** Takes down every plain member that is shown with another value than the one that was sent, or not at all. */
export function expectSame(t: Context, representations: Representations): void {
  const { check } = representations;
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
export function differencesOf(state: ApiState, { operation, read, sent, found }: Representations) {
  if (!isJsonObject(sent) || !isJsonObject(found)) return [];
  const { properties = {} } = plainSchema(operation.body?.schema ?? {});
  const shown =
    plainSchema(jsonContentOf(responseTo(read, 200)?.contents ?? [])?.schema ?? {}).properties ?? {};
  return Object.entries(sent).flatMap(([name, expected]) => {
    const schema = plainSchema(properties[name] ?? {});
    if (ownNames.test(name) || schema.writeOnly === true || !isPlain(state, expected, schema.format))
      return [];
    const actual = Object.hasOwn(found, name) ? found[name] : undefined;
    const isLost = (actual === undefined || actual === null) && Object.hasOwn(shown, name);
    const isMailLike = schema.format === "email" || mailNames.test(name);
    const isOther =
      actual !== undefined && isComparable(expected, actual) && !isSame(expected, actual, isMailLike);
    return isLost || isOther ? [{ name, expected, actual }] : [];
  });
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
  const [left, right] = [Date.parse(expected), Date.parse(actual)];
  return expected === actual || (/^\d{4}-\d\d-\d\d/.test(expected) && left === right);
}
