import type { Operation } from "../description/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf } from "../generate/index.js";
import { type Json, numberAsWritten, renderJson } from "../json/index.js";
import { isChosenByServer, isMergePatch, matches } from "../model/index.js";
import { mayShow } from "./comparison/may-show.js";
import type { Pair } from "./comparison/representations.js";

/** A member, what it is changed to, and what it was before. */
export interface Empty {
  readonly name: string;
  readonly value: Json;
  readonly was: Json;
}

/** Members that are tried by themselves. */
const maxSingles = 3;

/** The first of some members, as many as are tried by themselves. */
export function singlesOf(empties: readonly Empty[]): readonly Empty[] {
  return empties.slice(0, maxSingles);
}

/** Is a value nothing to many programs? */
export function isEmpty(value: Json): boolean {
  return value === null || value === "" || Number(renderJson(value)) === 0 || renderJson(value) === "[]";
}

const clears = "(?:takes|clear|remov|delet|unset|eras|reset|empt)";
const nullClears = new RegExp(`\\bnull\\b[^.;]*\\b${clears}|\\b${clears}\\w*[^.;]*\\bnull\\b`, "i");

/** Does a sentence say that null takes a value away? */
function saysNullClears(summary: string): boolean {
  return nullClears.test(summary) && !matches(summary, "keeps-values");
}

/**
 * Values that are nothing to many programs, for the members of an object that an operation sends: null where that takes a value away,
 * or else 0, an empty text or an empty list. Elsewhere a change to null may leave a member as it is, as if it were left out.
 */
export function emptiesOf(
  { sent, schema, shown }: Pick<Pair, "sent" | "schema" | "shown">,
  operation: Operation,
): readonly Pick<Empty, "name" | "value">[] {
  const isMerged = isMergePatch(operation);
  const tellsOfNull = saysNullClears(operation.summary ?? "");
  const described = plainSchema(schema);
  const response = plainSchema(shown);
  return Object.keys(sent).flatMap((name) => {
    const member = plainSchema(described.properties?.[name] ?? {});
    const showing = response.properties?.[name];
    const isClients = member.readOnly !== true && member.writeOnly !== true && !isChosenByServer(name);
    if (showing === undefined || !isClients) return [];
    const isLost = isMerged && response.required?.includes(name) !== true;
    if ((isMerged || tellsOfNull) && mayBeNull(member) && (isLost || mayBeNull(plainSchema(showing))))
      return [{ name, value: null }];
    const value = leavesChoice(described.properties?.[name] ?? {}) ? undefined : emptyOf(member);
    return value === undefined || !mayShow(plainSchema(showing), value) ? [] : [{ name, value }];
  });
}

/** May a member be null, by its type? */
export function mayBeNull({ type }: AnySchema): boolean {
  return [type].flat().includes("null");
}

/** The empty value of the type that a schema describes, where it allows one. */
function emptyOf(schema: AnySchema): Json | undefined {
  const { enum: words, const: only, format, pattern, minLength = 0, minItems = 0 } = schema;
  if (words !== undefined || only !== undefined) return undefined;
  const type = typeOf(schema);
  if (type === "string")
    return format === undefined && pattern === undefined && minLength === 0 ? "" : undefined;
  if (type === "array") return minItems === 0 ? [] : undefined;
  const { minimum = 0, maximum = 0, exclusiveMinimum = -1, exclusiveMaximum = 1 } = schema;
  const isZero = minimum <= 0 && maximum >= 0 && exclusiveMinimum < 0 && exclusiveMaximum > 0;
  if (!isZero) return undefined;
  return type === "integer" ? 0n : type === "number" ? numberAsWritten("0") : undefined;
}
