import type { Schema } from "../description/index.js";
import { type Json, type JsonObject, parseJson } from "../json/index.js";
import { type AnySchema, allowsNothing, entrySchema, plainSchema, typeOf } from "./any-schema.js";
import { withConditions } from "./conditions.js";
import { misfitOf } from "./misfit.js";
import { patternIn } from "./pattern.js";
import { fractionFor, integerFor, wholeFor } from "./valid-numbers.js";
import { textFor } from "./valid-texts.js";
import {
  affordableMembers,
  costOf,
  describeCost,
  largestCost,
  levelsWithOptional,
  noteLeftOut,
} from "./value-cost.js";
import {
  fullShape,
  isEnd,
  isOfPast,
  type MemberRefinement,
  NoValue,
  type Shape,
  type ValueOptions,
} from "./value-options.js";

/** Is a member that may be left out there, so deep in the value? */
function hasOptional({ optional }: Shape, level: number, name?: string): boolean {
  if (level === 0 && name !== undefined) return optional === "all" || optional.includes(name);
  return level < levelsWithOptional && optional.length > 0;
}

/** Items of a list, at most: in a list of lists there are many more. */
const mostItems = 1000;

/** Items of a list of texts: one that keeps only the first of them is seen. */
const usualItems = 2;

/** Objects in objects, at most: a schema may refer to itself. */
const deepest = 5;

/** Lists in lists, and objects between them, at most. */
const deepestList = 2 * deepest;

/**
 * A value that a schema allows, as plain as can be: an example of the description's own, or one that its keywords make.
 * @throws NoValue where none can be made
 */
export function validValueOf(schema: Schema | AnySchema, options: ValueOptions, level = 0): Json {
  const plain = plainSchema(schema);
  if (allowsNothing(plain)) throw new NoValue("its schema allows nothing");
  const stated = [plain.const, plain.enum?.[0]].find((each) => each !== undefined);
  if (stated !== undefined) return statedJson(stated);
  const example = options.isStated === true ? (plain.examples?.[0] ?? plain.default) : undefined;
  if (example !== undefined && misfitOf(schema, statedJson(example)) === undefined)
    return statedJson(example);
  if (level === 0 && costOf(schema) > largestCost) throw new NoValue(describeCost(schema));
  switch (typeOf(plain)) {
    case "string":
      return textFor(plain, options);
    case "integer":
      return integerFor(plain, options);
    case "number":
      return (options.shape.hasWholeNumbers ? wholeFor(plain) : undefined) ?? fractionFor(plain);
    case "boolean":
      return true;
    case "array":
      return itemsFor(plain, options, level);
    case "object":
      return objectFor(plain, options, level);
    default:
      return plain.examples?.[0] === undefined ? options.marker() : statedJson(plain.examples[0]);
  }
}

/** The same; undefined where none can be made. */
export function valueIfAny(schema: Schema | AnySchema, options: ValueOptions): Json | undefined {
  try {
    return validValueOf(schema, options);
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}

/** Any valid value, only to see what it has; undefined where none can be made. */
export function draftValue(schema: Schema | AnySchema, word = "abcdefgh"): Json | undefined {
  return valueIfAny(schema, { marker: () => word, reference: () => undefined, shape: fullShape });
}

/** An object that has as many members as its schema asks for; of a map, one entry. */
function objectFor(schema: AnySchema, options: ValueOptions, level: number): JsonObject {
  if (level >= deepest) throw new NoValue("its schema refers to itself too deeply");
  const { additionalProperties = {} } = schema;
  const entries = entrySchema(schema);
  const isFilled = entries !== undefined && level > 0 && hasOptional(options.shape, level);
  const minProperties = Math.max(schema.minProperties ?? 0, isFilled ? 1 : 0);
  const isEnough = (members: JsonObject): boolean => Object.keys(members).length >= minProperties;
  const usual = membersFor(schema, options, level);
  if (isEnough(usual)) return usual;
  const all = membersFor(schema, { ...options, shape: { ...options.shape, optional: "all" } }, level);
  const isClosed = additionalProperties === false && entries === undefined;
  if (!isEnough(all) && (isClosed || minProperties > mostItems))
    throw new NoValue(`an object of ${minProperties} members is not made`);
  const members = { ...all };
  while (!isEnough(members))
    members[nameFor(schema, members, options)] = validValueOf(
      entries ?? schemaOf(additionalProperties),
      options,
      level + 1,
    );
  return members;
}

function schemaOf(additional: boolean | AnySchema): AnySchema {
  return typeof additional === "boolean" ? {} : additional;
}

/** Members as the schema asks for, and then as it asks for where an object has these. */
function membersFor(schema: AnySchema, options: ValueOptions, level: number): JsonObject {
  const usual = plainMembersFor(schema, options, level);
  const asked = withConditions(schema, usual);
  return asked === schema ? usual : plainMembersFor(asked, options, level);
}

function plainMembersFor(schema: AnySchema, options: ValueOptions, level: number): JsonObject {
  const { not, properties = {}, required = [], additionalProperties = {} } = schema;
  const others = required.filter((name) => !Object.hasOwn(properties, name));
  if (others.length > 0 && additionalProperties === false)
    throw new NoValue(`its schema requires ${others.join(", ")}, and does not allow it`);
  const affordable = affordableMembers(schema, level);
  const undescribed = others.map((name) => [name, schemaOf(additionalProperties)] as const);
  const members = [...Object.entries(properties), ...undescribed].flatMap(
    ([name, each]): readonly (readonly [string, Json])[] => {
      const isRequired = required.includes(name);
      const isForbidden = allowsNothing(each) || (not?.required?.length === 1 && not.required[0] === name);
      if (plainSchema(each).readOnly === true || (!isRequired && isForbidden)) return [];
      const given = options.given?.(name, plainSchema(each));
      if (given !== undefined) return [[name, given]];
      const refinement = options.refine?.(name);
      if (refinement?.presence === "left out" && !isRequired) return [];
      const isId =
        (level === 0 || isResource(properties, level)) && options.ids?.names.includes(name) === true;
      const isNumber = typeOf(plainSchema(each)) === "integer";
      const known = isId ? options.ids?.value : options.reference(name, plainSchema(each));
      if (isId && known === undefined && isRequired && typeOf(plainSchema(each)) !== "string")
        throw new NoValue(`${name} is an id, of what is created or of what is there, and would be guesswork`);
      const isWanted = isRequired || refinement?.presence === "sent";
      if (!isWanted && (isId || !hasOptional(options.shape, level, name))) return [];
      if (level < levelsWithOptional && !affordable.has(name)) {
        noteLeftOut(each);
        return [];
      }
      if (known !== undefined && (!isNumber || /^-?\d+$/.test(known)))
        return [[name, isNumber ? BigInt(known) : known]];
      try {
        return [
          [
            name,
            refinedValueOf(
              each,
              refinement,
              {
                ...options,
                isEnd: isEnd(name) || options.isEnd === true,
                firstDay: isOfPast(name) ? undefined : options.firstDay,
                isVaried: options.isUnique?.(name) === true,
              },
              level + 1,
            ),
          ],
        ];
      } catch (error) {
        if (isRequired || !(error instanceof NoValue)) throw error;
        return [];
      }
    },
  );
  return Object.fromEntries(members);
}

/**
 * A valid value of a member or parameter, as the refusals of the server narrow it.
 * @throws NoValue where none can be made
 */
export function refinedValueOf(
  schema: Schema | AnySchema,
  refinement: MemberRefinement | undefined,
  options: ValueOptions,
  level = 0,
): Json {
  if (refinement === undefined) return validValueOf(schema, options, level);
  const { prefix = "", suffix = "", firstDay = options.firstDay } = refinement;
  const isVaried = options.isVaried === true || refinement.isVaried === true;
  const ofMember = {
    ...options,
    firstDay,
    isVaried,
    isEnd: options.isEnd === true || refinement.isEnd === true,
  };
  const made = validValueOf(narrowed(plainSchema(schema), refinement.schema), ofMember, level);
  if (typeof made !== "string") return made;
  const start = made.startsWith(prefix) ? "" : prefix;
  return `${start}${made}${made.endsWith(suffix) ? "" : suffix}`;
}

/** A schema with further keywords. Those of the description stay: a value is to be valid by both. */
function narrowed(plain: AnySchema, { type, enum: words, pattern, ...others }: AnySchema): AnySchema {
  const known = plain.enum?.filter((each) => words?.includes(each) === true) ?? words ?? [];
  const isTyped = typeOf(plain) !== undefined && !(typeOf(plain) === "number" && type === "integer");
  const isNarrower = Object.keys(others).length > 0 || words !== undefined || pattern !== undefined;
  const { examples, default: usual, ...unstated } = plain;
  return {
    ...(isNarrower ? unstated : plain),
    ...others,
    ...(known.length > 0 && { enum: known }),
    ...(plain.pattern === undefined && pattern !== undefined && { pattern }),
    ...(!isTyped && type !== undefined && { type }),
  };
}

/** Is an object in a body the item itself, with its id? Source: JSON:API 1.1, section 7.2. */
function isResource(properties: Readonly<Record<string, AnySchema>>, level: number): boolean {
  return level === 1 && ["type", "id", "attributes"].every((name) => Object.hasOwn(properties, name));
}

function itemsFor(
  { items, prefixItems = [], minItems = 0, maxItems = usualItems, contains, minContains = 1 }: AnySchema,
  options: ValueOptions,
  level: number,
): readonly Json[] {
  const item = plainSchema(items ?? {});
  const { enum: words } = item;
  // Of words that are all different a member may have more than one.
  const isFree = level > 0 && words === undefined && typeOf(item) === "string" && item.format === undefined;
  const usual = Math.min(isFree ? usualItems : 1, maxItems);
  const hasMore = hasOptional(options.shape, level - 1);
  const isFilled = items !== undefined && !allowsNothing(items) && hasMore;
  const asked = contains === undefined ? 0 : minContains;
  const length = Math.max(
    minItems,
    isFilled ? Math.min(Math.max(usual, prefixItems.length), maxItems) : 0,
    items !== undefined && allowsNothing(items) && hasMore ? prefixItems.length : 0,
    asked,
  );
  const isNested = items !== undefined && ["array", "object"].includes(typeOf(item) ?? "");
  const most = isNested ? Math.max(1, mostItems / 10 ** level) : mostItems;
  if (length > most) throw new NoValue(`a list of ${length} items is not made`);
  if (length > 0 && level >= deepestList) throw new NoValue("its schema refers to itself too deeply");
  return Array.from({ length }, (_, index) => {
    const usualItem = prefixItems[index] ?? items ?? {};
    // The first items are those that the list has to contain.
    const own = contains !== undefined && index < asked ? { allOf: [usualItem, contains] } : usualItem;
    const isWord = words?.[index] !== undefined && own === items;
    const value = isWord ? statedJson(words[index]) : validValueOf(own, options, level + 1);
    // No two are the same, where that can be.
    return typeof value === "bigint" && own === items ? value + BigInt(index) : value;
  });
}

/** A value of the description, or of the configuration, as exact JSON. */
export function statedJson(value: unknown): Json {
  const parsed = parseJson(JSON.stringify(value ?? null));
  return parsed.status === "valid" ? parsed.value : null;
}

/** The first name of an entry: short and plain enough for most maps, those by languages included. */
const usualName = "en";

/**
 * A name for one more entry of a map.
 * @throws NoValue where none can be made
 */
function nameFor(
  { propertyNames = {}, patternProperties, properties }: AnySchema,
  members: JsonObject,
  options: ValueOptions,
): string {
  const { enum: words = [], pattern } = propertyNames;
  const [ofEntry] = properties === undefined ? Object.keys(patternProperties ?? {}) : [];
  const isNew = (name: unknown): name is string => typeof name === "string" && !Object.hasOwn(members, name);
  const word = words.find(isNew);
  if (word !== undefined) return word;
  if (words.length > 0) throw new NoValue("an object of so many members is not made");
  if (ofEntry !== undefined) return nameMatching(ofEntry, propertyNames, members, options);
  const isUsual = pattern === undefined || patternIn(pattern)?.test(usualName) === true;
  if (isUsual && isNew(usualName) && (propertyNames.minLength ?? 0) <= usualName.length) return usualName;
  return textFor(propertyNames, options);
}

/** A name in which a pattern is found: one that begins with the letters that it does. */
function nameMatching(
  pattern: string,
  { pattern: ofAll, ...others }: AnySchema,
  members: JsonObject,
  options: ValueOptions,
): string {
  const [, prefix = ""] = /^\^?([\w-]*)/.exec(pattern) ?? [];
  const plain = `${prefix}${usualName}`;
  const isFound = (name: string): boolean =>
    [pattern, ofAll ?? ""].every((each) => patternIn(each)?.test(name) === true);
  const name = isFound(plain) ? plain : textFor({ ...others, pattern }, options);
  if (Object.hasOwn(members, name) || !isFound(name))
    throw new NoValue(`no name is known for the pattern ${pattern}`);
  return name;
}
