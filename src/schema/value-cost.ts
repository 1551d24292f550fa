import type { Schema } from "../description/index.js";
import { type AnySchema, entrySchema, plainSchema, typeOf } from "./any-schema.js";
import { costOfText } from "./valid-texts.js";

/** A value that costs more is not made: it would take minutes, or the memory of a CI job. */
export const largestCost = 50_000;

/** A member is copied in each request that differs in another one. */
const costOfMember = 10;

/** Of a number, a flag, or a word that may be any. */
const costOfWord = 10;

/** Members that may be left out are made in the first levels of a value only; below the other level nothing is made. */
export const levelsWithOptional = 3;
const deepestLevel = 10;

/** By schema and level. */
const known = new WeakMap<object, number[]>();

/**
 * Returns the cost of the value that `validValueOf` makes of a schema, with all that may be left out: about one for each
 * character. It is estimated without making any part of it.
 */
export function costOf(schema: Schema | AnySchema, level = 0): number {
  if (level > deepestLevel) return 0;
  const costs = known.get(schema) ?? [];
  known.set(schema, costs);
  const cost = costs[level] ?? estimate(plainSchema(schema), level);
  costs[level] = cost;
  return cost;
}

function estimate(plain: AnySchema, level: number): number {
  const stated = plain.const ?? plain.enum?.[0];
  if (stated !== undefined) return typeof stated === "string" ? stated.length : costOfWord;
  switch (typeOf(plain)) {
    case "string":
      return costOfText(plain);
    case "array":
      return costOfList(plain, level);
    case "object":
      return costOfObject(plain, level);
    default:
      return costOfWord;
  }
}

function costOfList(
  { items = {}, prefixItems = [], minItems = 0, contains, minContains = 1 }: AnySchema,
  level: number,
): number {
  const first = prefixItems.reduce((sum, each) => sum + costOf(each, level + 1), 0);
  const count = Math.max(minItems - prefixItems.length, 1);
  const contained = contains === undefined ? 0 : minContains * costOf(contains, level + 1);
  return first + count * costOf(items, level + 1) + contained;
}

function costOfObject(plain: AnySchema, level: number): number {
  const { minProperties = 0, propertyNames = {} } = plain;
  const affordable = affordableMembers(plain, level);
  const members = costsOfMembers(plain, level).filter(({ name }) => affordable.has(name));
  const more = Math.max(1, minProperties - members.length);
  const entries = entrySchema(plain);
  const isFilled = entries !== undefined || minProperties > members.length;
  const entry = isFilled
    ? costOfMember + costOf(propertyNames, level + 1) + costOf(entries ?? {}, level + 1)
    : 0;
  return sumOf(members) + more * entry;
}

/**
 * Returns the names of the described members that a value has at most: those that are required, and of the others the
 * first ones, as long as the value does not cost too much.
 */
export function affordableMembers(plain: AnySchema, level: number): ReadonlySet<string> {
  const members = costsOfMembers(plain, level);
  let room = largestCost - sumOf(members.filter(({ isRequired }) => isRequired));
  const affordable = members.filter(({ isRequired, cost }) => {
    const isAffordable = isRequired || cost <= room;
    if (isAffordable && !isRequired) room -= cost;
    return isAffordable;
  });
  return new Set(affordable.map(({ name }) => name));
}

/** Says which part of a value costs too much. */
export function describeCost(schema: Schema | AnySchema): string {
  const place = costlyPlace(schema);
  return `${place === "" ? "the value" : place} would be too long, or have too many members`;
}

/** Returns the place in a value that costs too much, as a pointer: the deepest one that does so alone. */
function costlyPlace(schema: Schema | AnySchema, level = 0): string {
  const plain = plainSchema(schema);
  const { properties = {}, required = [], items } = plain;
  const isCostly = (each: AnySchema): boolean =>
    level < deepestLevel && costOf(each, level + 1) > largestCost;
  const name = required.find((each) => Object.hasOwn(properties, each) && isCostly(properties[each] ?? {}));
  if (name !== undefined) return `/${name}${costlyPlace(properties[name] ?? {}, level + 1)}`;
  return items !== undefined && isCostly(items) ? `/*${costlyPlace(items, level + 1)}` : "";
}

function sumOf(members: readonly MemberCost[]): number {
  return members.reduce((sum, { cost }) => sum + cost, 0);
}

interface MemberCost {
  readonly name: string;
  readonly isRequired: boolean;
  readonly cost: number;
}

function costsOfMembers({ properties = {}, required = [] }: AnySchema, level: number): readonly MemberCost[] {
  const asked = new Set(required);
  const names = new Set([...Object.keys(properties), ...required]);
  return [...names].flatMap((name) => {
    const member = Object.hasOwn(properties, name) ? (properties[name] ?? {}) : {};
    if (plainSchema(member).readOnly === true) return [];
    const isRequired = asked.has(name);
    // Of no use elsewhere, and it may lead back to the same schema.
    const isMade = isRequired || level < levelsWithOptional;
    return isMade ? [{ name, isRequired, cost: costOfMember + name.length + costOf(member, level + 1) }] : [];
  });
}

/** Schemas of members that were left out of values, since these would cost too much with them. */
const leftOut = new Set<object>();

/** Notes that a member is left out of a value: silence would be taken for a test of it. */
export function noteLeftOut(schema: object): void {
  leftOut.add(schema);
}

/** Returns the schemas of all members that were left out of values. */
export function leftOutSchemas(): readonly object[] {
  return [...leftOut];
}
