import { type AnySchema, allowsNothing, isMap, plainSchema } from "../../../generate/index.js";
import { isJsonObject, type Json, type JsonObject } from "../../../json/index.js";
import { type Outside, textOutside } from "./texts-outside.js";
import { outsideOfWords } from "./words-outside.js";

/** Items of a list that are repeated: more of them take too long to read. */
const mostItems = 1000;

/** Lists that a schema refuses: too short, too long, with an item twice. */
export function outsideOfList(
  { minItems = 0, maxItems, uniqueItems, items = {}, prefixItems = [], contains }: AnySchema,
  type: string | undefined,
  valid: Json | undefined,
): readonly Outside[] {
  if (type !== "array") return [];
  const [first] = Array.isArray(valid) ? (valid as readonly Json[]) : [];
  const found: Outside[] = [];
  if (minItems > 0)
    found.push(["minItems", `has ${minItems - 1} items`, repeated(first ?? null, minItems - 1)]);
  if (first === undefined) return found;
  found.push(...outsideOfPlaces({ items, prefixItems }, valid as readonly Json[]));
  if (contains !== undefined) found.push(...withoutContained(contains, valid as readonly Json[]));
  const many = maxItems === undefined || maxItems >= mostItems ? 0 : maxItems + 1;
  const tooMany = uniqueItems === true ? different(first, many, plainSchema(items)) : repeated(first, many);
  if (tooMany.length > 0) found.push(["maxItems", `has ${many} items`, tooMany]);
  if (uniqueItems === true && (maxItems ?? 2) >= 2)
    found.push(["uniqueItems", "has an item twice", repeated(first, Math.max(2, minItems))]);
  return found;
}

function repeated(item: Json, times: number): readonly Json[] {
  return Array.from({ length: times }, () => item);
}

/** A list with one item more than there are places for items. */
function outsideOfPlaces(
  { items = {}, prefixItems = [] }: AnySchema,
  valid: readonly Json[],
): readonly Outside[] {
  const size = prefixItems.length;
  const [first = null] = valid;
  if (size === 0 || valid.length !== size || !allowsNothing(items)) return [];
  return [["items", `has ${size + 1} items`, [...valid, first]]];
}

/** A list in which each item is another one than the list has to contain. */
function withoutContained(contains: AnySchema, valid: readonly Json[]): readonly Outside[] {
  const [outside] = outsideOfWords(plainSchema(contains));
  return outside === undefined
    ? []
    : [["contains", "has not the item that it has to contain", valid.map(() => outside[2])]];
}

/** Items that differ from each other; none where it is not clear how they may. */
function different(
  item: Json,
  times: number,
  { enum: words, pattern, format, maximum, maxLength }: AnySchema,
): readonly Json[] {
  const isFree = [words, pattern, format, maximum, maxLength].every((each) => each === undefined);
  if (!isFree || (typeof item !== "string" && typeof item !== "bigint")) return [];
  return repeated(item, times).map((_, index) =>
    typeof item === "bigint" ? item + BigInt(index) : `${item}${index}`,
  );
}

/** Objects that a schema refuses: with too few members, or with too many. */
export function outsideOfObject(
  schema: AnySchema,
  type: string | undefined,
  valid: Json | undefined,
): readonly Outside[] {
  if (type !== "object" || !isJsonObject(valid)) return [];
  const { required = [], minProperties = 0, maxProperties, propertyNames, patternProperties } = schema;
  const found: Outside[] = [...outsideOfNames(schema, valid)];
  // One that lacks what is required is of another kind.
  if (minProperties > 0 && required.length === 0)
    found.push([
      "minProperties",
      `has ${minProperties - 1} members`,
      Object.fromEntries(Object.entries(valid).slice(0, minProperties - 1)),
    ]);
  const isFree =
    isMap(schema) &&
    propertyNames === undefined &&
    patternProperties === undefined &&
    Object.keys(valid).length > 0;
  if (isFree && maxProperties !== undefined && maxProperties < mostItems)
    found.push(["maxProperties", `has ${maxProperties + 1} members`, filledUp(valid, maxProperties + 1)]);
  return found;
}

function filledUp(valid: JsonObject, size: number): JsonObject {
  const [[name, value] = ["", null]] = Object.entries(valid);
  const more = Array.from({ length: size }, (_, index) => [`${name}${index}`, value] as const);
  return Object.fromEntries([...Object.entries(valid), ...more].slice(0, size));
}

/** A map of one entry, whose name is none that the schema allows. */
function outsideOfNames(schema: AnySchema, valid: JsonObject): readonly Outside[] {
  const { propertyNames, minProperties = 0 } = schema;
  const [value] = Object.values(valid);
  if (propertyNames === undefined || !isMap(schema) || value === undefined || minProperties > 1) return [];
  const plain = plainSchema(propertyNames);
  const names = [...outsideOfWords(plain), ...textOutside(plain, "string")].map(([, , name]) => name);
  const name = names.find((each) => typeof each === "string" && each !== "");
  return typeof name === "string"
    ? [["propertyNames", `has an entry with the name ${JSON.stringify(name)}`, { [name]: value }]]
    : [];
}
