import type { Operation, Schema } from "../description/index.js";
import {
  isJsonObject,
  isSameJson,
  type Json,
  type JsonObject,
  numberAsWritten,
  renderJson,
} from "../json/index.js";
import {
  isChosenByServer,
  isDecidedByServer,
  isMergePatch,
  isState,
  matches,
  sentencesOf,
} from "../model/index.js";
import { type AnySchema, leavesChoice, plainSchema, schemaAt, typeOf } from "../schema/index.js";
import { mayShow, type Pair } from "./comparison/representations.js";
import { isNumber } from "./comparison/same-value.js";

/**
 * A body with other numbers and words than the usual ones, where its schema allows them: a change of these shows only so.
 * Undefined where there is none to vary.
 * @param isFixed whether a member of this name is an id, or given by the user
 */
export function withOtherValues(
  schema: Schema | AnySchema,
  body: Json | undefined,
  isFixed: (name: string) => boolean,
): JsonObject | undefined {
  if (!isJsonObject(body)) return undefined;
  const others = othersOf(body, (name, value) =>
    isChosenByServer(name) || isFixed(name) ? undefined : otherPart(schemaAt(schema, [name]), value, isFixed),
  );
  return Object.keys(others).length === 0 ? undefined : { ...body, ...others };
}

/** Other values of members, as far as there are any. */
function othersOf(members: JsonObject, otherOf: (name: string, value: Json) => Json | undefined): JsonObject {
  const others = Object.entries(members).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
    const other = otherOf(name, value);
    return other === undefined ? [] : [[name, other]];
  });
  return Object.fromEntries(others);
}

/** An object or a list with other values in it, or another plain value. */
function otherPart(schema: AnySchema, value: Json, isFixed: (name: string) => boolean): Json | undefined {
  if (isJsonObject(value)) return withOtherValues(schema, value, isFixed);
  if (!Array.isArray(value)) return otherValues(schema, value)[0];
  const list = value as readonly Json[];
  const items = plainSchema(schema.items ?? {});
  const others = list.map((each) => (isJsonObject(each) ? withOtherValues(items, each, isFixed) : undefined));
  return others.every((each) => each === undefined)
    ? undefined
    : list.map((each, index) => others[index] ?? each);
}

/** Other numbers and words that a schema allows in place of a value. */
export function otherValues(schema: AnySchema, value: Json): readonly Json[] {
  const { enum: words = [], const: only } = schema;
  if (only !== undefined) return [];
  if (words.length > 0)
    return typeof value === "string"
      ? words.filter((each): each is string => typeof each === "string" && each !== value)
      : [];
  return isNumber(value) ? otherNumbers(schema, value) : [];
}

/** The next numbers, upwards first. */
const steps = [1, -1, 2, -2];
/** The decimals that a sum keeps once it is rounded. */
const mostDecimals = 6;

function otherNumbers(schema: AnySchema, value: Json): readonly Json[] {
  const { multipleOf = 1, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const isWhole = typeOf(schema) === "integer";
  if (!isWhole && typeOf(schema) !== "number") return [];
  const step = Number.isInteger(1 / multipleOf) ? 1 : multipleOf;
  if (!Number.isInteger(step)) return [];
  const before = Number(renderJson(value));
  return steps
    .map((each) => Number((before + each * step).toFixed(mostDecimals)))
    .filter(
      (each) =>
        each >= (minimum ?? Math.min(0, before)) &&
        each <= (maximum ?? Number.MAX_SAFE_INTEGER) &&
        each > (exclusiveMinimum ?? Number.NEGATIVE_INFINITY) &&
        each < (exclusiveMaximum ?? Number.POSITIVE_INFINITY),
    )
    .map((each) => (isWhole ? BigInt(each) : numberAsWritten(`${each}`)));
}

/** For the members of an object that is sent: numbers, booleans and words that differ from those that are found. */
export function valuesUnlike(
  { sent, found, schema }: Pick<Pair, "sent" | "found" | "schema">,
  isFixed: (name: string) => boolean,
): JsonObject {
  return othersOf(sent, (name, value) => {
    const isServers = isDecidedByServer(name) && !matches(name, "sent-by-clients");
    if (isServers || isFixed(name) || isState(name)) return undefined;
    const plain = schemaAt(schema, [name]);
    const was = found[name];
    const isFree = plain.const === undefined && plain.enum === undefined;
    if (typeof value === "boolean") return typeof was === "boolean" && isFree ? !was : undefined;
    if (isJsonObject(value) || Array.isArray(value)) return otherPart(plain, value, isFixed);
    const all = otherValues(plain, value);
    if (all.length === 0 || was === undefined) return undefined;
    return [value, ...all].find((each) => !isSameJson(each, was));
  });
}

/** For the members of an object that is sent: words of their enumerations that differ from those that are found. */
export function wordsUnlike(
  { sent, found, schema }: Pick<Pair, "sent" | "found" | "schema">,
  isFixed: (name: string) => boolean,
): JsonObject {
  return othersOf(sent, (name) => {
    const plain = schemaAt(schema, [name]);
    const was = found[name];
    const isServers = plain.readOnly === true || plain.writeOnly === true;
    const isLater = matches(plain.description ?? "", "changed-later");
    if (plain.enum === undefined || typeof was !== "string" || isServers || isLater) return undefined;
    const [other] = otherValues(plain, was);
    return other === undefined || isFixed(name) ? undefined : other;
  });
}

/** Has the body of an operation words to choose from? */
export function hasWords({ body }: Operation): boolean {
  const { properties = {} } = plainSchema(body?.schema ?? {});
  return Object.values(properties).some((schema) => (plainSchema(schema).enum ?? []).length > 1);
}

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

const clears = "(?:takes|sets?\\b[^.;]*\\bto\\b|clear|remov|delet|unset|eras|reset|empt)";
const nullClears = new RegExp(`\\bnull\\b[^.;]*\\b${clears}|\\b${clears}\\w*[^.;]*\\bnull\\b`, "i");

/** Does a sentence say that null takes a value away? */
function saysNullClears(summary: string): boolean {
  return nullClears.test(summary) && !matches(summary, "keeps-values");
}

/** The names of members of which the text of an operation says that null takes their values away: all of them where it names none. */
function clearedByNull(description: string, names: readonly string[]): readonly string[] {
  return sentencesOf(description).flatMap((sentence) => {
    if (!saysNullClears(sentence) || matches(sentence, "conditions-of-null")) return [];
    const words = new Set(sentence.match(/[\w-]+/g));
    const named = names.filter((name) => words.has(name));
    return named.length > 0 ? named : names;
  });
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
  const tellsOfNull =
    saysNullClears(operation.summary ?? "") || (operation.rules ?? "").split(/[.;]/).some(saysNullClears);
  const cleared = clearedByNull(operation.description ?? "", Object.keys(sent));
  return Object.keys(sent).flatMap((name) => {
    const member = schemaAt(schema, [name]);
    const showing = shown.properties?.[name];
    const isClients = member.readOnly !== true && member.writeOnly !== true && !isChosenByServer(name);
    if (showing === undefined || !isClients) return [];
    const isLost = isMerged && shown.required?.includes(name) !== true;
    if (
      (isMerged || tellsOfNull || cleared.includes(name)) &&
      mayBeNull(member) &&
      (isLost || mayBeNull(plainSchema(showing)))
    )
      return [{ name, value: null }];
    const value = leavesChoice(schema.properties?.[name] ?? {}) ? undefined : emptyOf(member);
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
