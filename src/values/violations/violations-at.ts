import { isFraction, type Json, numberAsWritten, renderJson } from "../../json/index.js";
import { type DescribedPlace, pointerTo } from "../../model/index.js";
import { type AnySchema, isUndecided, plainSchema, typeOf } from "../../schema/index.js";
import { invalidLists, invalidObjects } from "./invalid-containers.js";
import { type InvalidValue, invalidChoices, invalidEnums, invalidTexts } from "./invalid-words.js";
import type { AboutPlace, Group, Violation } from "./violation.js";

/** An invalid value; without one, the member is left out. */
type Wrong = InvalidValue | readonly [keyword: string, label: string, value?: undefined];

/** Makes the violation of a keyword at a place, with the facts that decide which leniency its acceptance is. */
export function violationOf(at: At, [keyword, label, value, others]: Wrong): Violation {
  return {
    place: at.place,
    keyword,
    about: aboutPlace(at, keyword),
    label,
    ...(value === undefined ? {} : { value }),
    ...(others === undefined ? {} : { others }),
  };
}

/** Every violation at a place, in values of one type each. */
export function violationsAt(at: DescribedPlace): readonly Violation[] {
  const { place, schema, isRequired, valid } = at;
  const found: Violation[] = [];
  const made = (...[keyword, label, ...values]: Wrong): Violation =>
    violationOf(at, [keyword, `${pointerTo(place)} ${label}`, ...values] as Wrong);
  const add = (...wrong: Wrong): void => {
    found.push(made(...wrong));
  };
  // A server fills in the default that is described.
  if (isRequired && plainSchema(schema).default === undefined) add("required", "is left out");
  for (const [keyword, label, value] of invalidChoices(schema)) add(keyword, label, value);
  if (isUndecided(schema)) return found;
  const plain = plainSchema(schema);
  const type = typeOf(plain);
  const types = [plain.type ?? type ?? []].flat();
  const isOneType = types.filter((each) => each !== "null").length === 1;
  const wrong = isOneType && type !== undefined ? wrongTypes[type] : undefined;
  if (!isOneType && place.in === "body" && types.length > 0 && !types.includes("object"))
    add("type", "is an object", { a: 1n });
  if (wrong !== undefined) add("type", wrong[0], place.in === "body" ? wrong[1] : wordFor(type));
  if (place.isInMap === true && type === "string" && isOneType && plain.enum === undefined)
    found.push(onlyIfShown(made("number", "is a number", 12n)));
  if (isRequired && isOneType && !types.includes("null") && plain.enum === undefined)
    add("null", "is null", null);
  // A server that reads 1.5 as 1 does so everywhere, and may find that there is no such item.
  const mayBeFraction = place.in === "body" && !/id$/i.test(place.path.at(-1) ?? "");
  for (const outside of [
    ...invalidEnums(plain),
    ...invalidNumbers(plain, type).filter(([keyword]) => mayBeFraction || keyword !== "integer"),
    ...invalidTexts(plain, type),
    ...invalidLists(plain, type, valid),
    ...invalidObjects(plain, type, valid),
  ]) {
    // An empty text may stand for none.
    if (outside[2] !== "" || isRequired) add(...outside);
    else if (place.in === "body" && place.path.at(-1) === "*" && place.isInMap !== true)
      found.push(onlyIfShown(made(outside[0], outside[1], outside[2])));
  }
  return found;
}

/** Values that no lossless conversion turns into the type. */
const wrongTypes: Readonly<Record<string, readonly [label: string, value: Json]>> = {
  string: ["is an object", { a: 1n }],
  integer: ["is a word", "abc"],
  number: ["is a word", "abc"],
  boolean: ["is a word", "abc"],
  array: ["is an object", { a: 1n }],
  object: ["is a word", "abc"],
};

/** A parameter is a text anyway. Only a number or a boolean differs from a word. */
function wordFor(type: string | undefined): Json {
  if (type === "boolean") return "maybe";
  return type === "integer" || type === "number" ? "abc" : {};
}

/** A parameter is a text: it has no other types in it, and may be left out where it is empty. */
export function isSeenInText({ keyword, value }: Violation): boolean {
  return keyword === "required" || (keyword !== "null" && isScalar(value) && value !== "");
}

function isScalar(value: Json | undefined): boolean {
  return typeof value !== "object" || isFraction(value);
}

/** A violation that counts only where the value is shown: an empty item may be dropped from a list, a number become a text. */
function onlyIfShown(violation: Violation): Violation {
  return { ...violation, about: { ...violation.about, onlyIfShown: true } };
}

/** Beyond it, a fraction is not what is written any more. */
const largest = 1e15;

/** Numbers that a schema refuses: beyond a bound, between two multiples, a fraction where a whole number is asked for. */
function invalidNumbers(schema: AnySchema, type: string | undefined): readonly InvalidValue[] {
  if (type !== "integer" && type !== "number") return [];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const at = (keyword: string, bound: number | undefined, by: number): readonly InvalidValue[] => {
    const number = (bound ?? Number.NaN) + by;
    const isExact = type === "integer" ? Number.isSafeInteger(number) : Math.abs(number) < largest;
    if (!isExact) return [];
    return [[keyword, `is ${number}`, type === "integer" ? BigInt(number) : numberAsWritten(`${number}`)]];
  };
  return [
    ...at("minimum", minimum, -1),
    ...at("maximum", maximum, 1),
    ...at("exclusiveMinimum", exclusiveMinimum, 0),
    ...at("exclusiveMaximum", exclusiveMaximum, 0),
    ...betweenMultiples(schema, type),
    ...fraction(schema, type),
  ];
}

/** A fraction between two integers that are within the bounds; other violations are of other kinds. */
function fraction(schema: AnySchema, type: "integer" | "number"): readonly InvalidValue[] {
  const {
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    multipleOf,
    enum: words,
    const: only,
  } = schema;
  if (type === "number" || [multipleOf, words, only].some((each) => each !== undefined)) return [];
  const least = Math.max(Math.ceil(minimum ?? 1), Math.floor((exclusiveMinimum ?? 0) + 1));
  const most = Math.min(maximum ?? Infinity, (exclusiveMaximum ?? Infinity) - 1);
  if (!Number.isSafeInteger(least) || least + 1 > most) return [];
  return [["integer", `is ${least}.5`, numberAsWritten(`${least}.5`)]];
}

function betweenMultiples(schema: AnySchema, type: "integer" | "number"): readonly InvalidValue[] {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf: unit = 0 } = schema;
  const off = type === "integer" ? 1 : unit / 2;
  if (unit <= off) return [];
  const value = Math.ceil((minimum ?? exclusiveMinimum ?? 0) / unit) * unit + off;
  if (value >= (maximum ?? exclusiveMaximum ?? Number.POSITIVE_INFINITY)) return [];
  return [["multipleOf", `is ${value}`, type === "integer" ? BigInt(value) : numberAsWritten(`${value}`)]];
}

/** Keywords of one value; of those that are not named, a server converts what is wrong with them. */
const groups: Readonly<Record<string, Group>> = {
  required: "required",
  empty: "required",
  dependentRequired: "required",
  if: "required",
  null: "required",
  minProperties: "required",
  enum: "choice",
  const: "choice",
  oneOf: "choice",
  anyOf: "choice",
  type: "type",
  integer: "type",
  number: "type",
  format: "format",
  additionalProperties: "members",
  unevaluatedProperties: "members",
  not: "members",
};

/** Keywords of how parts of a value belong together: a server may drop such a part, or fill one in. */
const ofParts = /^(maxProperties|propertyNames|contains|items|dependentRequired|if|not)$/;

/** Keywords that assert something of a value besides its type. */
const assertions =
  /^(enum|const|format|pattern|multipleOf|uniqueItems|contains|not|(exclusive)?(minimum|maximum)|(min|max)(Length|Items|Properties))$/i;

/** A place, with as much of its description as decides something. */
type At = Pick<DescribedPlace, "place"> & Partial<Pick<DescribedPlace, "schema" | "isRequired">>;

/** Returns what decides which leniency it is if a violation of a keyword is accepted. */
function aboutPlace({ place, schema = {}, isRequired = false }: At, keyword: string): AboutPlace {
  const plain = plainSchema(schema);
  const isNull = keyword === "null" && (!isRequired || mayBeNothing(plain));
  return {
    group: isNull ? "null" : (groups[keyword] ?? "range"),
    // Frameworks that convert a member need not convert an item of a list.
    described: [place.path.at(-1) === "*" ? "item" : [], plain.type ?? "any", plain.format ?? []]
      .flat()
      .join(" "),
    isRequired,
    otherAssertions: assertionsOf(plain, keyword),
    onlyIfShown: place.isInMap === true || ofParts.test(keyword),
  };
}

/** Returns the assertions of a schema beside one keyword. Schemas within it may be circular and count by their keyword. */
function assertionsOf(schema: AnySchema, besides: string): string {
  return Object.entries(schema)
    .filter(([each]) => each !== besides && assertions.test(each))
    .map(([each, value]) => (each === "not" || each === "contains" ? each : `${each} ${renderJson(value)}`))
    .toSorted()
    .join(", ");
}

/** Is null valid once it is read as the text, number or boolean that stands for nothing, as some frameworks read it? */
function mayBeNothing({
  type,
  minLength = 0,
  pattern,
  format,
  minimum = 0,
  maximum = 0,
  exclusiveMinimum = -1,
  exclusiveMaximum = 1,
}: AnySchema): boolean {
  if (type === "string") return minLength === 0 && pattern === undefined && format === undefined;
  if (type !== "number" && type !== "integer") return type === "boolean";
  return minimum <= 0 && maximum >= 0 && exclusiveMinimum < 0 && exclusiveMaximum > 0;
}
