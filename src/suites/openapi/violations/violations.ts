import type { Operation, Parameter } from "../../../description/index.js";
import { type AnySchema, isUndecided, plainSchema, typeOf } from "../../../generate/index.js";
import { isFraction, type Json } from "../../../json/index.js";
import { changesMeaning, isIgnored } from "../names/header-names.js";
import { isJsonType } from "../requests/bodies.js";
import { alternativePlaces } from "../resources/alternatives.js";
import { bodyPlaces, draftOf } from "../resources/draft.js";
import { pathPlaces } from "../resources/path-places.js";
import { type DescribedPlace, pointerTo } from "../resources/places.js";
import { familiesOf } from "./families.js";
import { outsideOfBounds } from "./numbers-outside.js";
import { outsideOfList, outsideOfObject } from "./parts-outside.js";
import { type Outside, textOutside } from "./texts-outside.js";
import type { Violation } from "./violation.js";
import { ofWhole, withMemberTooMany, withoutBody } from "./whole-bodies.js";
import { outsideOfChoice, outsideOfWords } from "./words-outside.js";

/** Every violation at the places that a valid body fills, and of the parameters. */
export function deriveViolations(operation: Operation): readonly Violation[] {
  const { body } = operation;
  const valid = draftOf(operation);
  const inBody = bodyPlaces(operation, valid);
  const isForm = body !== undefined && !isJsonType(body.mediaType);
  return [
    ...[...inBody, ...alternativePlaces(operation, inBody)]
      .flatMap(violationsAt)
      .filter((each) => !isForm || isSeenInText(each)),
    ...withoutBody(operation),
    ...ofWhole(operation, valid),
    ...withMemberTooMany(operation, valid, inBody),
    ...parametersOf(operation).flatMap(violationsAt).filter(isSeenInText),
    ...pathPlaces(operation).flatMap(violationsAt).filter(isSeenInPath),
  ];
}

/** The parameters that a request can have in any form. */
export function parametersOf({ parameters }: Operation): readonly DescribedPlace[] {
  return parameters
    .filter(isPlain)
    .flatMap(({ name, in: where, schema, required: isRequired }) =>
      where === "query" || (where === "header" && !changesMeaning(name) && !isIgnored(name))
        ? [{ place: { in: where, path: [name] }, schema: schema as AnySchema, isRequired }]
        : [],
    );
}

/** Is a parameter written as its name and a text? */
function isPlain({ schema, isJson = false, style }: Parameter): boolean {
  return !isJson && style !== "deepObject" && typeOf(plainSchema(schema)) !== "object";
}

/** A parameter is a text: it has no other types in it, and may be left out where it is empty. */
function isSeenInText({ keyword, value }: Violation): boolean {
  return keyword === "required" || (keyword !== "null" && isScalar(value) && value !== "");
}

/** Texts that are longer make addresses that are too long, in characters. */
const longestInPath = 300;

/** A path has every parameter, and a slash would end it. */
function isSeenInPath(violation: Violation): boolean {
  const { keyword, value } = violation;
  const isFit = typeof value !== "string" || (value.length <= longestInPath && !/[/\\]|^\.+$/.test(value));
  return keyword !== "required" && isSeenInText(violation) && isFit;
}

function isScalar(value: Json | undefined): boolean {
  return typeof value !== "object" || isFraction(value);
}

/** What is wrong; without a value, the member is left out. */
type Added = Outside | readonly [keyword: string, label: string, value?: undefined];

function violationsAt({ place, schema, isRequired, valid }: DescribedPlace): readonly Violation[] {
  const found: Violation[] = [];
  const pointer = pointerTo(place);
  const add = (...[keyword, label, value, family = keyword, others]: Added): void => {
    const families = familiesOf(place, keyword, family);
    const what = { place, keyword, families, label: `${pointer} ${label}` };
    const alike = others === undefined ? {} : { others };
    found.push(value === undefined ? what : { ...what, value, ...alike });
  };
  if (isRequired) add("required", "is left out");
  for (const [keyword, label, value] of outsideOfChoice(schema)) add(keyword, label, value);
  if (isUndecided(schema)) return found;
  const plain = plainSchema(schema);
  const type = typeOf(plain);
  const types = [plain.type ?? type ?? []].flat();
  const isOneType = types.filter((each) => each !== "null").length === 1;
  const wrong = isOneType && type !== undefined ? wrongTypes[type] : undefined;
  if (wrong !== undefined) add("type", wrong[0], place.in === "body" ? wrong[1] : wordFor(type));
  if (isRequired && isOneType && !types.includes("null") && plain.enum === undefined)
    add("null", "is null", null, isNothing(plain, type) ? "null for nothing" : "null");
  // A server that reads 1.5 as 1 does so everywhere, and may find that there is no such item.
  const mayBeFraction = place.in === "body" && !/id$/i.test(place.path.at(-1) ?? "");
  for (const outside of [
    ...outsideOfWords(plain),
    ...outsideOfBounds(plain, type).filter(([keyword]) => mayBeFraction || keyword !== "integer"),
    ...textOutside(plain, type),
    ...outsideOfList(plain, type, valid),
    ...outsideOfObject(plain, type, valid),
  ]) {
    // An empty text may stand for none.
    if (outside[2] !== "" || isRequired) add(...outside);
  }
  return found;
}

/** Is null valid once it is read as the text, number or boolean that stands for nothing, as some frameworks read it? */
function isNothing(
  { minLength = 0, pattern, format, minimum = 0, maximum = 0, ...bounds }: AnySchema,
  type: string | undefined,
): boolean {
  if (type === "string") return minLength === 0 && pattern === undefined && format === undefined;
  if (type !== "number" && type !== "integer") return type === "boolean";
  const { exclusiveMinimum = -1, exclusiveMaximum = 1 } = bounds;
  return minimum <= 0 && maximum >= 0 && exclusiveMinimum < 0 && exclusiveMaximum > 0;
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

/** A parameter is a text anyway. Only a number differs from a word. */
function wordFor(type: string | undefined): Json {
  return type === "integer" || type === "number" ? "abc" : {};
}
