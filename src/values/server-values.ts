import type { Operation, Schema } from "../description/index.js";
import { isJsonObject, type Json, numberAsWritten } from "../json/index.js";
import { membersOf, soundsHarmful } from "../model/index.js";
import {
  type AnySchema,
  fullShape,
  leavesChoice,
  NoValue,
  plainSchema,
  textFor,
  typeOf,
} from "../schema/index.js";
import { isJsonType } from "./bodies.js";
import { shownSchema } from "./comparison/representations.js";

/** A plain value in a member that only the server writes. */
export interface ServerValue {
  /** The names that lead to the object of the client's that has the member, and `*` for the first item of a list. */
  readonly container: readonly string[];
  /** The names that lead to the value, and `*` for the item of a list. */
  readonly path: readonly string[];
  /** Makes one of two values, of eight letters. */
  readonly make: (marker: string, turn: Turn) => Json;
  /** Would no server make such a value? It might make a boolean, so that both values are sent. */
  readonly isUnlikely: boolean;
}

/** Which of two values is sent. */
export type Turn = "first" | "second";

/** Objects in objects, at most: a schema may refer to itself. */
const deepest = 3;

/**
 * The members of a body in JSON that only the server writes, each with values that it would hardly give; and those that only what is
 * read of the item describes so, where the body may have members that are not described.
 */
export function serverMembersOf({ body }: Operation, read?: Operation): readonly ServerValue[] {
  if (body === undefined || !isJsonType(body.mediaType)) return [];
  const own = serverValuesIn(body.schema);
  const plain = plainSchema(body.schema);
  const isFree = plain.additionalProperties === undefined || plain.additionalProperties === true;
  if (read === undefined || !isFree || leavesChoice(body.schema) || typeOf(plain) !== "object") return own;
  const sent = new Set(membersOf(body.schema).map(({ name }) => name));
  const shown = serverValuesIn(shownSchema(read)).filter(
    ({ container, path: [name = ""] }) => container.length === 0 && !sent.has(name),
  );
  return [...own, ...shown];
}

/** The plain values of all members that are `readOnly`, also in objects that the client writes, and in lists of these. */
function serverValuesIn(
  schema: Schema | AnySchema,
  container: readonly string[] = [],
): readonly ServerValue[] {
  if (leavesChoice(schema)) return [];
  return membersOf(schema).flatMap(({ name, described, schema: plain }) => {
    const path = [...container, name];
    if (plain.readOnly === true) return valuesOf(plain, path).map((value) => ({ container, ...value }));
    if (path.length >= deepest) return [];
    if (typeOf(plain) === "array") return serverValuesIn(plain.items ?? {}, [...path, "*"]);
    return typeOf(plain) === "object" ? serverValuesIn(described, path) : [];
  });
}

/** The same body with a value at a path, and with the objects and the lists that lead to it. */
export function withMember(body: Json | undefined, [name, ...rest]: readonly string[], value: Json): Json {
  if (name === undefined) return value;
  if (name === "*") {
    const [first, ...others] = Array.isArray(body) ? (body as readonly Json[]) : [];
    return [withMember(first, rest, value), ...others];
  }
  const members = isJsonObject(body) ? body : {};
  return { ...members, [name]: withMember(members[name], rest, value) };
}

type Value = Omit<ServerValue, "container">;

function valuesOf(schema: AnySchema, path: readonly string[]): readonly Value[] {
  if (path.length > 2 * deepest || leavesChoice(schema)) return [];
  const { properties = {}, items, ...plain } = plainSchema(schema);
  const type = typeOf({ ...plain, ...(Object.keys(properties).length > 0 ? { properties } : {}) });
  if (type === "object")
    return Object.entries(properties).flatMap(([name, each]) => valuesOf(each, [...path, name]));
  if (type === "array") return items === undefined ? [] : valuesOf(items, [...path, "*"]);
  const made = scalarOf(plain, type, path.findLast((name) => name !== "*") ?? "");
  return made === undefined ? [] : [{ path, ...made }];
}

type Maker = Pick<ServerValue, "make" | "isUnlikely">;

function scalarOf(schema: AnySchema, type: string | undefined, name: string): Maker | undefined {
  const { enum: words, const: only } = schema;
  if (only !== undefined) return undefined;
  // Where a broken server takes one of these over, it might do more than store it.
  if (words !== undefined || type === "boolean")
    return soundsHarmful(name) ? undefined : eitherOf(words ?? [true, false]);
  if (type === "integer" || type === "number") return numberFor(schema, type);
  return type === "string" ? textOf(schema) : undefined;
}

function eitherOf(words: readonly unknown[]): Maker | undefined {
  const [first, second] = words.filter(
    (each): each is string | boolean =>
      typeof each === "boolean" || (typeof each === "string" && !soundsHarmful(each)),
  );
  if (first === undefined || second === undefined) return undefined;
  return { make: (_, turn) => (turn === "first" ? first : second), isUnlikely: false };
}

/** Among this many numbers, chance hardly picks the same one twice. */
const manyNumbers = 1_000_000;

function numberFor(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: AnySchema,
  type: "integer" | "number",
): Maker | undefined {
  if (multipleOf !== undefined && multipleOf > 1) return undefined;
  const least = Math.ceil(Math.max(minimum ?? 0, (exclusiveMinimum ?? -1) + 1));
  const most = Math.floor(Math.min(maximum ?? least + 1e9, (exclusiveMaximum ?? Infinity) - 1));
  if (!Number.isSafeInteger(least) || !Number.isSafeInteger(most) || most <= least) return undefined;
  const write = (value: number): Json => (type === "integer" ? BigInt(value) : numberAsWritten(`${value}`));
  const room = most - least;
  if (room < manyNumbers)
    return { make: (_, turn) => write(turn === "first" ? most : most - 1), isUnlikely: false };
  // The least of them are the likeliest.
  const make = (marker: string): Json => write(most - (Number.parseInt(marker, 36) % Math.floor(room / 2)));
  return { make, isUnlikely: true };
}

function textOf(schema: AnySchema): Maker | undefined {
  const { format, pattern, maxLength = Number.POSITIVE_INFINITY } = schema;
  if (format === "date-time" || format === "date") {
    const rest = format === "date" ? "" : "T04:05:06Z";
    return { make: (_, turn) => `${turn === "first" ? 2001 : 2002}-02-03${rest}`, isUnlikely: true };
  }
  if (format === "uuid") return { make: uuidOf, isUnlikely: true };
  // An example is what the server may have, too.
  const { examples: _, default: __, ...plain } = schema;
  const make = (marker: string): string => textFor(plain, { marker: () => marker, shape: fullShape });
  try {
    const differs = make("abcdefgh") !== make("hgfedcba");
    return differs ? { make, isUnlikely: pattern === undefined && maxLength >= 8 } : undefined;
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}

function uuidOf(marker: string): string {
  const [left, right] = [marker.slice(0, 4), marker.slice(2)].map((part) =>
    Buffer.from(part).toString("hex"),
  );
  return `${left}-0000-4000-8000-${right}`;
}
