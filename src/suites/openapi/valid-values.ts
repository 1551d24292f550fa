import * as fc from "fast-check";
import type { Schema } from "../../description/index.js";
import { type Json, type JsonObject, numberAsWritten, parseJson } from "../../json/index.js";

/** What a schema may say besides what the engine's own description of it names. */
export interface AnySchema extends Omit<Schema, "type" | "enum" | "items" | "properties" | "allOf"> {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly writeOnly?: boolean;
  readonly additionalProperties?: boolean | AnySchema;
  readonly items?: AnySchema;
  readonly properties?: Readonly<Record<string, AnySchema>>;
  readonly allOf?: readonly AnySchema[];
  readonly oneOf?: readonly AnySchema[];
  readonly anyOf?: readonly AnySchema[];
}

/** What values are made of. */
export interface ValueOptions {
  /** Eight small letters, unlike any given before. */
  readonly token: () => string;
  /** The value that the user has given for a member or parameter of that name. */
  readonly given?: (name: string) => Json | undefined;
  /** The value of a member that refers to another item; undefined where it refers to none that is known. */
  readonly reference: (member: string) => string | undefined;
  /**
   * Members that are the id of the item. Of a creation it is not sent: a server that takes it over might replace an item
   * with it.
   */
  readonly ids?: { readonly names: readonly string[]; readonly value?: string | undefined };
  /** Are members left out that may be? */
  readonly bare: boolean;
  /** Of texts that may be of any length, in characters, at least. */
  readonly textLength?: number;
}

/** Objects in objects, at most: a schema may refer to itself. */
const deepest = 5;

/** The schema without references, its `allOf` folded in, and the first of its alternatives. */
export function plainSchema(schema: Schema | AnySchema): AnySchema {
  const { allOf, oneOf, anyOf, ...own } = schema as AnySchema;
  const alternatives = oneOf ?? anyOf ?? [];
  const chosen = alternatives.find((each) => each.type !== "null") ?? alternatives[0];
  const parts = [...(allOf ?? []), ...(chosen === undefined ? [] : [chosen])].map(plainSchema);
  if (parts.length === 0) return own;
  const all = [...parts, own];
  const properties = Object.assign({}, ...all.map((part) => part.properties ?? {})) as Record<
    string,
    AnySchema
  >;
  const required = [...new Set(all.flatMap((part) => part.required ?? []))];
  const merged = Object.assign({}, ...all) as AnySchema;
  return { ...merged, ...(Object.keys(properties).length > 0 ? { properties, required } : {}) };
}

/** The one type that a schema asks for, `null` left aside; undefined if it asks for none. */
export function typeOf({ type, properties }: AnySchema): string | undefined {
  const types = [type ?? []].flat().filter((each) => each !== "null");
  return types[0] ?? (properties === undefined ? undefined : "object");
}

/**
 * A value that a schema allows, as plain as can be: an example of the description's own, or one that its keywords make.
 * @throws NoValue where none can be made
 */
export function validValueOf(schema: Schema | AnySchema, options: ValueOptions, level = 0): Json {
  const plain = plainSchema(schema);
  const stated = [plain.const, plain.enum?.[0]].find((each) => each !== undefined);
  if (stated !== undefined) return jsonOf(stated);
  switch (typeOf(plain)) {
    case "string":
      return textFor(plain, options);
    case "integer":
      return BigInt(Math.ceil(numberFor(plain, 1)));
    case "number":
      return numberAsWritten(`${numberFor(plain, 0.01)}`);
    case "boolean":
      return true;
    case "array":
      return itemsFor(plain, options, level);
    case "object":
      return objectFor(plain, options, level);
    default:
      return plain.examples?.[0] === undefined ? options.token() : jsonOf(plain.examples[0]);
  }
}

/** The same; undefined where none can be made. */
export function valueIfAny(schema: Schema, options: ValueOptions): Json | undefined {
  try {
    return validValueOf(schema, options);
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}

/** No value can be made for a schema, or it would be guesswork. */
export class NoValue extends Error {
  override readonly name = "NoValue";
}

function objectFor(
  { properties = {}, required = [] }: AnySchema,
  options: ValueOptions,
  level: number,
): JsonObject {
  if (level >= deepest) throw new NoValue("its schema refers to itself too deeply");
  const members = Object.entries(properties).flatMap(([name, each]): readonly (readonly [string, Json])[] => {
    const isRequired = required.includes(name);
    if (plainSchema(each).readOnly === true) return [];
    const given = options.given?.(name);
    if (given !== undefined) return [[name, given]];
    const isId = level === 0 && options.ids?.names.includes(name) === true;
    const isNumber = typeOf(plainSchema(each)) === "integer";
    const known = isId ? options.ids?.value : options.reference(name);
    if (isId && known === undefined && isRequired && typeOf(plainSchema(each)) !== "string")
      throw new NoValue(`${name} is the id of what is created, and would be guesswork`);
    if ((isId || options.bare || level > 1) && !isRequired) return [];
    if (known !== undefined && (!isNumber || /^-?\d+$/.test(known)))
      return [[name, isNumber ? BigInt(known) : known]];
    try {
      return [[name, validValueOf(each, options, level + 1)]];
    } catch (error) {
      if (isRequired || !(error instanceof NoValue)) throw error;
      return [];
    }
  });
  return Object.fromEntries(members);
}

function itemsFor({ items, minItems = 0 }: AnySchema, options: ValueOptions, level: number): readonly Json[] {
  const length = Math.max(minItems, level < 2 && items !== undefined && !options.bare ? 1 : 0);
  const { enum: words } = plainSchema(items ?? {});
  return Array.from({ length }, (_, index) => {
    const value =
      words?.[index] === undefined ? validValueOf(items ?? {}, options, level + 1) : jsonOf(words[index]);
    // No two are the same, where that can be.
    return typeof value === "bigint" ? value + BigInt(index) : value;
  });
}

function textFor(
  { format, pattern, minLength = 0, maxLength, examples = [], default: usual }: AnySchema,
  { token, textLength = 0 }: ValueOptions,
): string {
  const example = [...examples, usual].find((each) => typeof each === "string");
  if (pattern !== undefined) {
    const known = [example, token(), token().toUpperCase(), "12345", "A1"];
    const made = [...known, ...textsMatching(pattern, token())].find(
      (each): each is string => each !== undefined && fits(each, pattern, minLength, maxLength),
    );
    if (made === undefined) throw new NoValue(`no text is known for the pattern ${pattern}`);
    return made;
  }
  const made = formats[format ?? ""]?.(token());
  if (made !== undefined) return made;
  const text = `Pedigree ${token()}`;
  const fitted = text.length > (maxLength ?? text.length) ? token().slice(0, maxLength) : text;
  return fitted.padEnd(maxLength === undefined ? Math.max(minLength, textLength) : minLength, "n");
}

/** Texts that a pattern describes, made by chance; the eight letters decide which. */
function textsMatching(pattern: string, token: string): readonly string[] {
  try {
    const seed = Number.parseInt(token, 36) % 2 ** 31;
    return fc
      .sample(fc.stringMatching(new RegExp(pattern, "u")), { seed, numRuns: 50 })
      .filter((text) => /^[\x20-\x7e]*$/.test(text));
  } catch {
    return [];
  }
}

function fits(
  text: string,
  pattern: string,
  minLength: number,
  maxLength = Number.POSITIVE_INFINITY,
): boolean {
  try {
    return new RegExp(pattern, "u").test(text) && text.length >= minLength && text.length <= maxLength;
  } catch {
    return false;
  }
}

/** Texts of the formats that are well known, from eight letters. Sources: RFC 3339, RFC 2606, RFC 9562. */
const formats: Readonly<Record<string, (token: string) => string>> = {
  date: () => "2026-01-15",
  "date-time": () => "2026-01-15T10:00:00Z",
  time: () => "10:00:00Z",
  duration: () => "PT1H",
  email: (token) => `${token}@example.com`,
  uuid: (token) =>
    `${Buffer.from(token).toString("hex").slice(0, 8)}-0000-4000-8000-${Buffer.from(token).toString("hex").slice(4)}`,
  uri: (token) => `https://example.invalid/${token}`,
  url: (token) => `https://example.invalid/${token}`,
  hostname: (token) => `${token}.example.invalid`,
  ipv4: () => "192.0.2.1",
  ipv6: () => "2001:db8::1",
  byte: (token) => Buffer.from(token).toString("base64"),
};

/** A number within the bounds, near to one. */
function numberFor(schema: AnySchema, unit: number): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 0 } = schema;
  const least = Math.max(
    minimum ?? -Infinity,
    exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + unit,
  );
  const most = Math.min(
    maximum ?? Infinity,
    exclusiveMaximum === undefined ? Infinity : exclusiveMaximum - unit,
  );
  const near = Math.min(Math.max(1, least), most);
  if (multipleOf <= 0) return near;
  const multiple = Math.ceil(near / multipleOf) * multipleOf;
  if (multiple > most) throw new NoValue("no number is within its bounds");
  return multiple;
}

/** A value of the description, or of the configuration, as exact JSON. */
export function jsonOf(value: unknown): Json {
  const parsed = parseJson(JSON.stringify(value ?? null));
  return parsed.status === "valid" ? parsed.value : null;
}
