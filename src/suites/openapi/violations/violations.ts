import type { Operation, Parameter } from "../../../description/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf } from "../../../generate/index.js";
import { isFraction, isJsonObject, type Json, numberAsWritten } from "../../../json/index.js";
import { changesMeaning, isIgnored } from "../names/header-names.js";
import { isPageSize, pagingName } from "../names/page-size-names.js";
import { isJsonType } from "../requests/bodies.js";
import { bodyPlaces, draftOf } from "../resources/draft.js";
import { namesItem, pathPlaces } from "../resources/path-places.js";
import { type DescribedPlace, type Place, pointerTo } from "../resources/places.js";
import { type Outside, textOutside } from "./texts-outside.js";

/** A keyword of JSON Schema that a request violates, at one place, in one way. */
export interface Violation {
  readonly place: Place;
  readonly keyword: string;
  /**
   * What servers treat alike, if they treat it at all: a habit of the framework shows at every place of a kind. The
   * narrowest first; the next one counts where there is no other of the kind.
   */
  readonly families: readonly string[];
  /** What is wrong, in a few words. */
  readonly label: string;
  /** Absent: the member or the parameter is left out. */
  readonly value?: Json;
}

/** Stands in the place of a keyword where nothing is violated. */
export const optional = "optional";

/** Every violation at the places that a valid body fills, and of the parameters. */
export function deriveViolations(operation: Operation): readonly Violation[] {
  const { body } = operation;
  const valid = draftOf(operation);
  const inBody = bodyPlaces(operation, valid);
  const isForm = body !== undefined && !isJsonType(body.mediaType);
  return [
    ...inBody.flatMap(violationsAt).filter((each) => !isForm || isSeenInText(each)),
    ...violationsOfWhole(operation, valid),
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

/** A body that is left out: where none is required, the server must not fail all the same. And one member too many. */
function violationsOfWhole({ body }: Operation, valid: Json | undefined): readonly Violation[] {
  if (body === undefined) return [];
  const place = { in: "body", path: [] } as const;
  const none: Violation = {
    place,
    keyword: body.required ? "required" : optional,
    families: ["no body"],
    label: "there is no body",
  };
  const { additionalProperties } = plainSchema(body.schema);
  if (additionalProperties !== false || !isJsonObject(valid) || leavesChoice(body.schema)) return [none];
  const more: Violation = {
    place: { in: "body", path: ["pedigreeUnknown"] },
    keyword: "additionalProperties",
    families: ["body additionalProperties"],
    label: "there is a member that the schema forbids",
    value: "unknown",
  };
  return [none, more];
}

/** May a server cut a parameter of this name to its bounds? */
function isPaging(name = ""): boolean {
  return isPageSize(name) || /^(offset|skip|page|start|first|number)$/i.test(pagingName(name));
}

/** Who looks at one of these looks at all; formats say little by themselves. Source: JSON Schema, section 7.2.1. */
const textual: readonly string[] = ["minLength", "maxLength", "pattern"];

function violationsAt({ place, schema, isRequired, valid }: DescribedPlace): readonly Violation[] {
  const found: Violation[] = [];
  const pointer = pointerTo(place);
  const add = (keyword: string, label: string, value?: Json, family = keyword): void => {
    const isOfItem = place.in === "path" && namesItem(place.path[0] ?? "");
    const where = isOfItem ? "path of an item" : place.in;
    const kind = isPaging(place.path.at(-1)) ? "page" : where;
    const families = [`${kind} ${family}`, ...(textual.includes(keyword) ? [`${where} text`] : [])];
    const what = { place, keyword, families, label: `${pointer} ${label}` };
    found.push(value === undefined ? what : { ...what, value });
  };
  if (isRequired) add("required", "is left out");
  if (leavesChoice(schema)) return found;
  const plain = plainSchema(schema);
  const type = typeOf(plain);
  const types = [plain.type ?? type ?? []].flat();
  const isOneType = types.filter((each) => each !== "null").length === 1;
  const wrong = isOneType && type !== undefined ? wrongTypes[type] : undefined;
  if (wrong !== undefined) add("type", wrong[0], place.in === "body" ? wrong[1] : wordFor(type));
  if (isRequired && isOneType && !types.includes("null") && plain.enum === undefined)
    add("null", "is null", null);
  for (const [keyword, label, value, family] of [
    ...outsideOfWords(plain),
    ...outsideOfBounds(plain, type),
    ...textOutside(plain, type),
    ...outsideOfList(plain, type, valid),
  ]) {
    // An empty text may stand for none.
    if (value !== "" || isRequired) add(keyword, label, value, family);
  }
  return found;
}

function outsideOfWords({ enum: all = [] }: AnySchema): readonly Outside[] {
  const words = all.filter((each) => typeof each === "string");
  if (words.length === 0 || words.length !== all.filter((each) => each !== null).length) return [];
  const other = `${words[0]}x`;
  return [["enum", "is none of the listed words", words.includes(other) ? `${other}-pedigree` : other]];
}

function outsideOfBounds(schema: AnySchema, type: string | undefined): readonly Outside[] {
  if (type !== "integer" && type !== "number") return [];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const at = (keyword: string, bound: number | undefined, by: number): readonly Outside[] => {
    if (bound === undefined || !Number.isSafeInteger(bound + by)) return [];
    const value = type === "integer" ? BigInt(bound + by) : numberAsWritten(`${bound + by}`);
    return [[keyword, `is ${bound + by}`, value]];
  };
  return [
    ...at("minimum", minimum, -1),
    ...at("maximum", maximum, 1),
    ...at("exclusiveMinimum", exclusiveMinimum, 0),
    ...at("exclusiveMaximum", exclusiveMaximum, 0),
    ...betweenMultiples(schema, type),
  ];
}

function betweenMultiples(schema: AnySchema, type: "integer" | "number"): readonly Outside[] {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf: unit = 0 } = schema;
  const off = type === "integer" ? 1 : unit / 2;
  if (unit <= off) return [];
  const value = Math.ceil((minimum ?? exclusiveMinimum ?? 0) / unit) * unit + off;
  if (value >= (maximum ?? exclusiveMaximum ?? Number.POSITIVE_INFINITY)) return [];
  return [["multipleOf", `is ${value}`, type === "integer" ? BigInt(value) : numberAsWritten(`${value}`)]];
}

/** Items of a list that are repeated: more of them take too long to read. */
const mostItems = 1000;

function outsideOfList(
  { minItems = 0, maxItems, uniqueItems }: AnySchema,
  type: string | undefined,
  valid: Json | undefined,
): readonly Outside[] {
  if (type !== "array") return [];
  const [first] = Array.isArray(valid) ? (valid as readonly Json[]) : [];
  const found: Outside[] = [];
  if (minItems > 0)
    found.push(["minItems", `has ${minItems - 1} items`, repeated(first ?? null, minItems - 1)]);
  if (first === undefined) return found;
  if (maxItems !== undefined && maxItems < mostItems && uniqueItems !== true)
    found.push(["maxItems", `has ${maxItems + 1} items`, repeated(first, maxItems + 1)]);
  if (uniqueItems === true && (maxItems ?? 2) >= 2)
    found.push(["uniqueItems", "has an item twice", repeated(first, Math.max(2, minItems))]);
  return found;
}

function repeated(item: Json, times: number): readonly Json[] {
  return Array.from({ length: times }, () => item);
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
