import type { Operation } from "../../description/index.js";
import { type Json, numberAsWritten } from "../../json/index.js";
import {
  bodyPlaces,
  type DescribedPlace,
  draftOf,
  isState,
  optionalIn,
  type Place,
} from "../../model/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf } from "../../schema/index.js";
import { parametersOf } from "./derive-violations.js";

/** A value that the description allows, and the keyword that says so. */
export interface BoundaryValue {
  readonly place: Place;
  readonly keyword: string;
  /** The length of a text in characters, or the value itself; undefined if it is left out. */
  readonly value: Content | undefined;
  /** Of a bound, the next value inside of it. */
  readonly inside?: Content;
}

type Content = { readonly length: number } | { readonly is: Json };

type Rows = readonly (readonly BoundaryValue[])[];

/** The rows of an operation: each takes a draft of its body. */
const known = new WeakMap<Operation, Rows>();

/** The boundary values of an operation that may be tried: the first row has the first value of each place, and so on. */
export function boundaryRows(operation: Operation): Rows {
  const rows = known.get(operation) ?? (operation.method === "DELETE" ? [] : findRows(operation));
  known.set(operation, rows);
  return rows;
}

function findRows(operation: Operation): Rows {
  const draft = draftOf(operation);
  const hasRules = hasRulesAcross(operation);
  const places = [
    ...(hasRules ? [] : bodyPlaces(operation, draft)),
    ...parametersOf(operation).filter(({ place }) => place.in === "query"),
  ];
  const columns = places.map(boundariesAt);
  const most = Math.max(0, ...columns.map(({ length }) => length));
  const rows = Array.from({ length: most }, (_, row) =>
    columns.flatMap((column) => (column[row] === undefined ? [] : [column[row]])),
  );
  const optional = optionalIn(operation, draft).map(
    (name): BoundaryValue => ({ place: { in: "body", path: [name] }, keyword: "optional", value: undefined }),
  );
  return optional.length === 0 || hasRules ? rows : [...rows, optional];
}

/** Does what is valid for one member of the body depend on others? */
function hasRulesAcross({ body }: Operation): boolean {
  const keywords = Object.keys(plainSchema(body?.schema ?? {}));
  return keywords.some((keyword) =>
    /^(if|conditions|not|dependen\w+|(min|max)Properties|propertyNames)$/.test(keyword),
  );
}

/** A text or list that is longer takes too long to send. */
const longestText = 100_000;
const longestList = 100;
/** Words of one enumeration that are tried. */
const mostWords = 20;
function boundariesAt({ place, schema, valid }: DescribedPlace): readonly BoundaryValue[] {
  if (leavesChoice(schema)) return [];
  const plain = plainSchema(schema);
  const found: BoundaryValue[] = [];
  const add = (keyword: string, value: Content, inside?: Content): void => {
    found.push({ place, keyword, value, ...(inside === undefined ? {} : { inside }) });
  };
  const usual = place.in === "query" ? defaultOf(plain) : [];
  for (const [keyword, is, inside] of [...boundsOf(plain), ...usual, ...listsOf(plain, valid)])
    add(keyword, { is }, { is: inside });
  for (const [keyword, length] of lengthsOf(plain))
    if (length > 0 || place.in === "body")
      add(keyword, { length }, { length: Math.max(0, length + stepInside(keyword)) });
  const words = (plain.enum ?? []).filter((each) => each !== null);
  // States may be reached from others only.
  const isFree = place.in !== "body" || !isState(place.path.at(-1) ?? "");
  if (isFree)
    for (const is of words.slice(1, mostWords).flatMap((each) => enumeratedValue(plain, each)))
      add("enum", { is });
  for (const is of otherTypesOf(plain)) if (place.in === "body") add("type", { is });
  if (place.in === "body" && [plain.type].flat().includes("null")) add("null", { is: null });
  return found;
}

/** A word or an integer of an enumeration, if the type allows it, too. */
function enumeratedValue(schema: AnySchema, value: unknown): readonly Json[] {
  const isOf = (...types: readonly string[]): boolean =>
    schema.type === undefined || [schema.type].flat().some((each) => types.includes(each));
  if (typeof value === "string") return isOf("string") ? [value] : [];
  const isInBounds =
    typeof value === "number" &&
    Number.isSafeInteger(value) &&
    value >= (schema.minimum ?? value) &&
    value <= (schema.maximum ?? value);
  return isInBounds && isOf("integer", "number") ? [BigInt(value)] : [];
}

/** From a bound to the next value inside of it. */
function stepInside(keyword: string): number {
  return keyword.startsWith("max") ? -1 : 1;
}

/** Bounds, and the next value inside of each. */
function boundsOf(schema: AnySchema): readonly (readonly [keyword: string, bound: Json, inside: Json])[] {
  const type = typeOf(schema);
  if (schema.enum !== undefined || (type !== "integer" && type !== "number")) return [];
  const { minimum, maximum, multipleOf } = schema;
  const beyond = type === "integer" && multipleOf === undefined ? beyondDoubles(schema) : [];
  const bounds = Object.entries({ minimum, maximum }).flatMap(([keyword, bound]) => {
    const isMultiple = multipleOf === undefined || Number.isInteger(Number(bound) / multipleOf);
    if (bound === undefined || !isMultiple || !Number.isSafeInteger(bound)) return [];
    const next = bound + stepInside(keyword) * (multipleOf ?? 1);
    const write = (value: number): Json =>
      type === "integer" ? BigInt(Math.round(value)) : numberAsWritten(`${value}`);
    return [[keyword, write(bound), write(next)] as const];
  });
  return [...bounds, ...beyond];
}

/** The described default, where it is an integer between the bounds, and an integer beside it. */
function defaultOf(schema: AnySchema): readonly (readonly [keyword: string, value: Json, inside: Json])[] {
  const { default: usual, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  if (typeof usual !== "number" || !Number.isSafeInteger(usual) || schema.multipleOf !== undefined) return [];
  const isBetween = typeOf(schema) === "integer" && minimum < usual && usual < maximum;
  return isBetween && schema.enum === undefined ? [["default", BigInt(usual), BigInt(usual - 1)]] : [];
}

/** The greatest of 64 bits with a sign, and the first integer that no double holds. */
const [greatest, noDouble] = [2n ** 63n - 1n, 2n ** 53n + 1n];

/** The greatest integer that is described, where doubles hold not all of those below it, and one of these. */
function beyondDoubles({ minimum = 0, maximum = 0 }: AnySchema): readonly (readonly [string, Json, Json])[] {
  if (maximum <= Number(noDouble) || !Number.isFinite(maximum) || minimum > Number.MAX_SAFE_INTEGER)
    return [];
  const bound = BigInt(maximum);
  return [["maximum", bound > greatest ? greatest : bound, noDouble]];
}

function lengthsOf({
  minLength,
  maxLength,
  format,
  pattern,
  enum: words,
  ...schema
}: AnySchema): readonly (readonly [string, number])[] {
  if (typeOf(schema) !== "string" || format !== undefined || pattern !== undefined || words !== undefined)
    return [];
  return Object.entries({ minLength, maxLength }).flatMap(([keyword, length]) =>
    length === undefined || length > longestText ? [] : [[keyword, length] as const],
  );
}

function listsOf(
  { minItems, maxItems, uniqueItems, prefixItems, contains }: AnySchema,
  valid: Json | undefined,
): readonly (readonly [keyword: string, list: Json, inside: Json])[] {
  const [first] = Array.isArray(valid) ? (valid as readonly Json[]) : [];
  if (first === undefined || prefixItems !== undefined || contains !== undefined) return [];
  const listOf = (length: number): Json => Array.from({ length: Math.max(0, length) }, () => first);
  return Object.entries({ minItems, maxItems }).flatMap(([keyword, length]) =>
    length === undefined || length > longestList || (uniqueItems === true && length > 1)
      ? []
      : [[keyword, listOf(length), listOf(length + stepInside(keyword))] as const],
  );
}

/** Values of the types that come after the first one, where nothing else is said of them. */
function otherTypesOf({ type, ...others }: AnySchema): readonly Json[] {
  const isFree = Object.keys(others).every((keyword) =>
    /^(title|description|examples|default)$/.test(keyword),
  );
  const [, ...more] = [type ?? []].flat().filter((each) => each !== "null");
  return isFree ? more.flatMap((each) => plainValues[each] ?? []) : [];
}

const plainValues: Readonly<Record<string, Json>> = {
  string: "abcdefgh",
  integer: 12n,
  number: numberAsWritten("1.5"),
  boolean: true,
};
