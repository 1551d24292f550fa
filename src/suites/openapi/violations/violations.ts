import type { Operation, Parameter } from "../../../description/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf } from "../../../generate/index.js";
import { isFraction, isJsonObject, type Json } from "../../../json/index.js";
import { changesMeaning, isIgnored } from "../names/header-names.js";
import { isPageSize, pagingName } from "../names/page-size-names.js";
import { isJsonType } from "../requests/bodies.js";
import { bodyPlaces, draftOf } from "../resources/draft.js";
import { namesItem, pathPlaces } from "../resources/path-places.js";
import { type DescribedPlace, type Place, pointerTo } from "../resources/places.js";
import { outsideOfBounds } from "./numbers-outside.js";
import { outsideOfList, outsideOfObject } from "./parts-outside.js";
import { type Outside, textOutside } from "./texts-outside.js";
import { outsideOfChoice, outsideOfWords } from "./words-outside.js";

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
  /** Values that are wrong in the same way. */
  readonly others?: readonly Json[];
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
    ...withoutBody(operation),
    ...ofMembers(operation, valid),
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

/** A body that is left out: where none is required, the server must not fail all the same. */
function withoutBody({ body }: Operation): readonly Violation[] {
  if (body === undefined) return [];
  return [
    {
      place: { in: "body", path: [] },
      keyword: body.required ? "required" : optional,
      families: ["no body"],
      label: "there is no body",
    },
  ];
}

/** Is it that there is no body at all? */
export function isBodiless({ place, value }: Violation): boolean {
  return place.in === "body" && place.path.length === 0 && value === undefined;
}

/** A body that is an object with too few members, with too many, or of none of several alternatives. */
function ofMembers({ body }: Operation, valid: Json | undefined): readonly Violation[] {
  if (body === undefined) return [];
  const plain = plainSchema(body.schema);
  const outside = leavesChoice(body.schema)
    ? outsideOfChoice(body.schema)
    : outsideOfObject(plain, typeOf(plain), valid);
  return outside.map(([keyword, label, value]) => ({
    place: { in: "body", path: [] },
    keyword,
    families: [`body ${keyword}`],
    label: `it ${label}`,
    value,
  }));
}

/** The name of a member that no schema describes. */
const unknownMember = "pedigreeUnknown";

/** One member too many, in the body itself and in the objects in it. */
function withMemberTooMany(
  { body }: Operation,
  valid: Json | undefined,
  inBody: readonly DescribedPlace[],
): readonly Violation[] {
  if (body === undefined) return [];
  const whole = { place: { in: "body", path: [] } as const, schema: body.schema, valid };
  return [whole, ...inBody].flatMap((each): readonly Violation[] => {
    if (leavesChoice(each.schema) || !isJsonObject(each.valid)) return [];
    if (plainSchema(each.schema).additionalProperties !== false) return [];
    const where = each.place.path.length === 0 ? "" : ` in ${pointerTo(each.place)}`;
    return [
      {
        place: { in: "body", path: [...each.place.path, unknownMember] },
        keyword: "additionalProperties",
        families: ["body additionalProperties"],
        label: `there is a member${where} that the schema forbids`,
        value: "unknown",
      },
    ];
  });
}

/** May a server cut a parameter to its bounds, as its name says? */
function isPaging({ in: where, path: [name = ""] }: Place): boolean {
  return (
    where === "query" &&
    (isPageSize(name) || /^(offset|skip|page|start|first|number)$/i.test(pagingName(name)))
  );
}

/** Who looks at one of these looks at all; formats say little by themselves. Source: JSON Schema, section 7.2.1. */
const textual: readonly string[] = ["minLength", "maxLength", "pattern"];

/** What is wrong; without a value, the member is left out. */
type Added = Outside | readonly [keyword: string, label: string, value?: undefined];

function violationsAt({ place, schema, isRequired, valid }: DescribedPlace): readonly Violation[] {
  const found: Violation[] = [];
  const pointer = pointerTo(place);
  const add = (...[keyword, label, value, family = keyword, others]: Added): void => {
    const isOfItem = place.in === "path" && namesItem(place.path[0] ?? "");
    const where = isOfItem ? "path of an item" : place.in;
    const kind = isPaging(place) ? "page" : where;
    const families = [`${kind} ${family}`, ...(textual.includes(keyword) ? [`${where} text`] : [])];
    const what = { place, keyword, families, label: `${pointer} ${label}` };
    const alike = others === undefined ? {} : { others };
    found.push(value === undefined ? what : { ...what, value, ...alike });
  };
  if (isRequired) add("required", "is left out");
  for (const [keyword, label, value] of outsideOfChoice(schema)) add(keyword, label, value);
  if (leavesChoice(schema)) return found;
  const plain = plainSchema(schema);
  const type = typeOf(plain);
  const types = [plain.type ?? type ?? []].flat();
  const isOneType = types.filter((each) => each !== "null").length === 1;
  const wrong = isOneType && type !== undefined ? wrongTypes[type] : undefined;
  if (wrong !== undefined) add("type", wrong[0], place.in === "body" ? wrong[1] : wordFor(type));
  if (isRequired && isOneType && !types.includes("null") && plain.enum === undefined)
    add("null", "is null", null);
  for (const outside of [
    ...outsideOfWords(plain),
    ...outsideOfBounds(plain, type),
    ...textOutside(plain, type),
    ...outsideOfList(plain, type, valid),
    ...outsideOfObject(plain, type, valid),
  ]) {
    // An empty text may stand for none.
    if (outside[2] !== "" || isRequired) add(...outside);
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

/** A parameter is a text anyway. Only a number differs from a word. */
function wordFor(type: string | undefined): Json {
  return type === "integer" || type === "number" ? "abc" : {};
}
