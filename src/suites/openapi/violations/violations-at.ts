import { type AnySchema, isUndecided, plainSchema, typeOf } from "../../../generate/index.js";
import { isFraction, type Json } from "../../../json/index.js";
import { type DescribedPlace, type Place, pointerTo } from "../resources/places.js";
import { familiesOf, stored } from "./families.js";
import { invalidLists, invalidObjects } from "./invalid-containers.js";
import { invalidChoices, invalidEnums } from "./invalid-enums.js";
import { invalidNumbers } from "./invalid-numbers.js";
import { type InvalidValue, invalidTexts } from "./invalid-texts.js";
import { numeric, type Violation } from "./violation.js";

/** What is wrong; without a value, the member is left out. */
type Added = InvalidValue | readonly [keyword: string, label: string, value?: undefined];

/** Every violation at a place, in values of one type each. */
export function violationsAt({ place, schema, isRequired, valid }: DescribedPlace): readonly Violation[] {
  const found: Violation[] = [];
  const pointer = pointerTo(place);
  const add = (...[keyword, label, value, family = keyword, others]: Added): void => {
    const families = familiesOf(place, keyword, family);
    const what = { place, keyword, families, label: `${pointer} ${label}` };
    const alike = others === undefined ? {} : { others };
    found.push(value === undefined ? what : { ...what, value, ...alike });
  };
  if (isRequired) add("required", "is left out");
  for (const [keyword, label, value] of invalidChoices(schema)) add(keyword, label, value);
  if (isUndecided(schema)) return found;
  const plain = plainSchema(schema);
  const type = typeOf(plain);
  const types = [plain.type ?? type ?? []].flat();
  const isOneType = types.filter((each) => each !== "null").length === 1;
  const wrong = isOneType && type !== undefined ? wrongTypes[type] : undefined;
  if (!isOneType && place.in === "body" && types.length > 0 && !types.includes("object"))
    add("type", "is an object", { a: 1n });
  if (wrong !== undefined)
    add("type", wrong[0], place.in === "body" ? wrong[1] : wordFor(type), familyOfWord(place, type));
  if (place.isInMap === true && type === "string" && isOneType && plain.enum === undefined)
    found.push(asStored(place, [numeric, "is a number", 12n]));
  if (isRequired && isOneType && !types.includes("null") && plain.enum === undefined)
    add("null", "is null", null, isNothing(plain, type) ? "null for nothing" : "null");
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
      found.push(asStored(place, outside));
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

/** A parameter is a text anyway. Only a number or a boolean differs from a word. */
function wordFor(type: string | undefined): Json {
  if (type === "boolean") return "maybe";
  return type === "integer" || type === "number" ? "abc" : {};
}

/** In a parameter any other word than `true` may stand for `false`. */
function familyOfWord({ in: where }: Place, type: string | undefined): string {
  return where !== "body" && type === "boolean" ? "type boolean" : "type";
}

/** A parameter is a text: it has no other types in it, and may be left out where it is empty. */
export function isSeenInText({ keyword, value }: Violation): boolean {
  return keyword === "required" || (keyword !== "null" && isScalar(value) && value !== "");
}

function isScalar(value: Json | undefined): boolean {
  return typeof value !== "object" || isFraction(value);
}

/** A violation that counts only where the value is shown: an empty item may be left out of a list, a number become a text. */
function asStored(place: Place, [keyword, label, value]: InvalidValue): Violation {
  return { place, keyword, families: [stored], label: `${pointerTo(place)} ${label}`, value };
}
