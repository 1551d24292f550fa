import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import { type AnySchema, bareShape, NoValue, plainSchema, typeOf, validValueOf } from "../../schema/index.js";

/** Eight small letters, unlike any given before. */
export type MakeWord = () => string;

/** Words in their order, so that the same requests get the same responses. */
export function createWords(): MakeWord {
  let count = 0;
  return () => {
    count += 1;
    // Far apart, so that they look alike in no place.
    const number = (count * 48_271) % 26 ** 5;
    const letters = Array.from({ length: 5 }, (_, index) => letterOf(Math.floor(number / 26 ** index) % 26));
    return `srv${letters.join("")}`;
  };
}

function letterOf(index: number): string {
  return String.fromCharCode(97 + index);
}

/** Members in members that are made although nobody asks for them. */
const usualDepth = 3;
const deepest = 8;

/**
 * A value that a server may give: with the members that are `readOnly`, without those that are `writeOnly`. Undefined where
 * none can be made.
 */
export function madeValue(schema: AnySchema, word: MakeWord, level = 0): Json | undefined {
  try {
    return makeValue(schema, word, level);
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}

function makeValue(schema: AnySchema, word: MakeWord, level: number): Json {
  const plain = plainSchema(schema);
  const isStated = plain.const !== undefined || plain.enum !== undefined;
  if (!isStated && typeOf(plain) === "object") return makeObject(plain, word, level);
  if (!isStated && typeOf(plain) === "array") return makeList(plain, word, level);
  if (!isStated && plain.pattern !== undefined && typeOf(plain) === "string") return textOf(plain);
  return validValueOf(plain, { marker: word, reference: () => undefined, shape: bareShape }, level);
}

/** A text of a pattern takes long to make, and need be none of its own. */
const textsOfPatterns = new Map<string, Json>();

function textOf(schema: AnySchema): Json {
  const { pattern, minLength, maxLength, examples = [] } = schema;
  const name = JSON.stringify([pattern, minLength, maxLength, examples]);
  const options = { marker: () => "srvaaaaa", reference: () => undefined, shape: bareShape };
  const text = textsOfPatterns.get(name) ?? validValueOf(schema, options);
  textsOfPatterns.set(name, text);
  return text;
}

function makeObject(
  { properties = {}, required = [] }: AnySchema,
  word: MakeWord,
  level: number,
): JsonObject {
  if (level > deepest) throw new NoValue("its schema refers to itself too deeply");
  const members = Object.entries(properties).flatMap(([name, each]): (readonly [string, Json])[] => {
    if (plainSchema(each).writeOnly === true) return [];
    if (required.includes(name)) return [[name, makeValue(each, word, level + 1)]];
    const made = level < usualDepth ? madeValue(each, word, level + 1) : undefined;
    return made === undefined ? [] : [[name, made]];
  });
  return Object.fromEntries(members);
}

function makeList({ items = {}, minItems = 0 }: AnySchema, word: MakeWord, level: number): readonly Json[] {
  const length = Math.max(minItems, level < usualDepth ? 1 : 0);
  const made = Array.from({ length }, () => madeValue(items, word, level + 1));
  return made.filter((each) => each !== undefined);
}

/** Is a schema that of an object? */
export function isOfObject(schema: AnySchema): boolean {
  return typeOf(plainSchema(schema)) === "object";
}

/** The members of a value; none, where it is no object. */
export function membersOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
