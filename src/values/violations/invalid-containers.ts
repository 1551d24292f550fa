import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import {
  type AnySchema,
  allowsNothing,
  draftValue,
  isMap,
  patternIn,
  plainSchema,
} from "../../schema/index.js";
import { type InvalidValue, invalidEnums, invalidTexts } from "./invalid-words.js";

/** Items of a list that are repeated: more of them take too long to read. */
const mostItems = 1000;

/** Lists that a schema refuses: too short, too long, with an item twice. */
export function invalidLists(
  { minItems = 0, maxItems, uniqueItems, items = {}, prefixItems = [], contains, minContains = 1 }: AnySchema,
  type: string | undefined,
  valid: Json | undefined,
): readonly InvalidValue[] {
  if (type !== "array") return [];
  const [first] = Array.isArray(valid) ? (valid as readonly Json[]) : [];
  const found: InvalidValue[] = [];
  if (minItems > 0)
    found.push(["minItems", `has ${minItems - 1} items`, repeated(first ?? null, minItems - 1)]);
  if (first === undefined) return found;
  found.push(...invalidPlaces({ items, prefixItems }, valid as readonly Json[]));
  if (contains !== undefined && minContains > 0)
    found.push(...withoutContained(contains, valid as readonly Json[]));
  const many = maxItems === undefined || maxItems >= mostItems ? 0 : maxItems + 1;
  // Of objects that are alike, a server may refuse the second one for another reason.
  const isVaried = uniqueItems === true || isJsonObject(first);
  const tooMany = isVaried ? different(first, many, plainSchema(items)) : repeated(first, many);
  const others = isJsonObject(first)
    ? [1, 2, 3].map((turn) => different(first, many, plainSchema(items), turn * many))
    : undefined;
  if (tooMany.length > 0) found.push(["maxItems", `has ${many} items`, tooMany, others]);
  if (uniqueItems === true && (maxItems ?? 2) >= 2)
    found.push(["uniqueItems", "has an item twice", repeated(first, Math.max(2, minItems))]);
  return found;
}

function repeated(item: Json, times: number): readonly Json[] {
  return Array.from({ length: times }, () => item);
}

/** A list with one item more than there are places for items. */
function invalidPlaces(
  { items = {}, prefixItems = [] }: AnySchema,
  valid: readonly Json[],
): readonly InvalidValue[] {
  const size = prefixItems.length;
  const [first = null] = valid;
  if (size === 0 || valid.length !== size || !allowsNothing(items)) return [];
  return [["items", `has ${size + 1} items`, [...valid, first]]];
}

/** A list in which each item is another one than the list has to contain. */
function withoutContained(contains: AnySchema, valid: readonly Json[]): readonly InvalidValue[] {
  const [outside] = invalidEnums(plainSchema(contains));
  return outside === undefined
    ? []
    : [["contains", "has not the item that it has to contain", valid.map(() => outside[2])]];
}

/**
 * Items that differ from each other; none where it is not clear how they may.
 * @param begin of objects, how many others were made before
 */
function different(item: Json, times: number, schema: AnySchema, begin = 0): readonly Json[] {
  const { enum: words, pattern, format, minimum, maximum, minLength = 0, maxLength } = schema;
  if (words !== undefined || pattern !== undefined || format !== undefined) return [];
  const all = Array.from({ length: times }, (_, index) => index);
  if (typeof item === "string") {
    const made = all.map((index) => `${item}${index}`);
    // A long text is of one number alone, which has as many digits in each.
    const digits = Math.max(minLength, `${times}`.length);
    if (made.every(({ length }) => length <= (maxLength ?? length))) return made;
    return digits > (maxLength ?? digits) ? [] : all.map((index) => `${index}`.padStart(digits, "0"));
  }
  if (isJsonObject(item)) return all.map((index) => draftValue(schema, wordOf(begin + index)) ?? item);
  if (typeof item !== "bigint") return [];
  const first = maximum === undefined || minimum === undefined ? item : BigInt(Math.ceil(minimum));
  const isRoom = maximum === undefined || first + BigInt(times) - 1n <= BigInt(Math.floor(maximum));
  return isRoom ? all.map((index) => first + BigInt(index)) : [];
}

/** A word of eight letters, another one for each number. */
function wordOf(index: number): string {
  const letters = [2, 1, 0].map(
    (digit) => endings[Math.floor(index / endings.length ** digit) % endings.length],
  );
  return `ab${letters.join("").repeat(2)}`;
}

/** Objects that a schema refuses: with too few members, or with too many. */
export function invalidObjects(
  schema: AnySchema,
  type: string | undefined,
  valid: Json | undefined,
): readonly InvalidValue[] {
  if (type !== "object" || !isJsonObject(valid)) return [];
  const { required = [], minProperties = 0, maxProperties, propertyNames, patternProperties } = schema;
  const found: InvalidValue[] = [...invalidNames(schema, valid)];
  // One that lacks what is required is of another kind.
  if (minProperties > 0 && required.length === 0)
    found.push([
      "minProperties",
      `has ${minProperties - 1} members`,
      Object.fromEntries(Object.entries(valid).slice(0, minProperties - 1)),
    ]);
  const isFree = isMap(schema) && patternProperties === undefined && Object.keys(valid).length > 0;
  if (!isFree || maxProperties === undefined || maxProperties >= mostItems) return found;
  const tooMany = filledUp(valid, maxProperties + 1, propertyNames);
  if (tooMany !== undefined) found.push(["maxProperties", `has ${maxProperties + 1} members`, tooMany]);
  return found;
}

/** How long names of a pattern are looked for, in ms. */
const longestSearch = 100;

/** The endings of the names of further entries. */
const endings = [..."abcdefghijklmnopqrstuvwxyz"];

/** A map with more entries; undefined where no names for them are known. */
function filledUp(
  valid: JsonObject,
  size: number,
  { enum: words, pattern = "", minLength = 0, maxLength = longestName }: AnySchema = {},
): JsonObject | undefined {
  const [[name, value] = ["", null]] = Object.entries(valid);
  const isPlain = pattern === "" && maxLength === longestName;
  const ends = endings.flatMap((first) => endings.map((second) => `${first}${second}`));
  const others = isPlain
    ? Array.from({ length: size }, (_, index) => `${name}${index}`)
    : [...endings, ...ends].map((end) => `${name}${end}`);
  const until = performance.now() + longestSearch;
  const matched = patternIn(pattern);
  const names = (words?.filter((each) => typeof each === "string") ?? others).filter(
    (each) =>
      !Object.hasOwn(valid, each) &&
      each.length >= minLength &&
      each.length <= maxLength &&
      performance.now() < until &&
      matched?.test(each) === true,
  );
  const more = Object.fromEntries(names.map((each) => [each, value]));
  const entries = [...Object.entries(valid), ...Object.entries(more)].slice(0, size);
  return entries.length < size ? undefined : Object.fromEntries(entries);
}

/** Of a map's entries, in characters. */
const longestName = 1000;

/** A map of what is required, and of one entry whose name is none that the schema allows. */
function invalidNames(schema: AnySchema, valid: JsonObject): readonly InvalidValue[] {
  const { propertyNames, required = [], minProperties = 0 } = schema;
  const [value] = Object.values(valid);
  if (propertyNames === undefined || !isMap(schema) || value === undefined) return [];
  const kept = Object.fromEntries(Object.entries(valid).filter(([each]) => required.includes(each)));
  if (Object.keys(kept).length + 1 < minProperties) return [];
  const plain = plainSchema(propertyNames);
  const names = [...invalidEnums(plain), ...invalidTexts(plain, "string")].map(([, , name]) => name);
  const name = names.find((each) => typeof each === "string" && each !== "");
  return typeof name === "string"
    ? [["propertyNames", `has an entry with the name ${JSON.stringify(name)}`, { ...kept, [name]: value }]]
    : [];
}
