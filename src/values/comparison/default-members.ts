import type { Operation, Schema } from "../../description/index.js";
import type { Json } from "../../json/index.js";
import { isChosenByServer, isGranted, matches, valueAt } from "../../model/index.js";
import {
  type AnySchema,
  leavesChoice,
  othersThanNull,
  plainSchema,
  schemaAt,
  statedJson,
  typeOf,
} from "../../schema/index.js";
import { mayShow, type Pair } from "./representations.js";
import { isNumber, isSame } from "./same-value.js";

/** A member that may be left out, and what it is then. */
export interface Default {
  /** The names of members that lead to it, and `*` for the only item of a list. */
  readonly path: readonly string[];
  readonly usual: Json;
}

/**
 * The members of a body that have a default, and that are the client's: where an object is refused without what is in it, that says
 * nothing of the others. Those of one of several alternatives are not tried.
 */
export function defaultGroups({ body }: Operation) {
  const schema = body?.schema ?? {};
  const described = defaultsIn(schema, []);
  const isOuter = ({ path }: Default): boolean => path.length === 1;
  const groups: readonly { readonly members: readonly Default[]; readonly isTried: boolean }[] = [
    { members: described.filter(isOuter), isTried: true },
    { members: described.filter((each) => !isOuter(each)), isTried: true },
    { members: defaultsInChoice(schema, []), isTried: false },
  ];
  return groups.filter(({ members }) => members.length > 0);
}

/** How deep members are looked for. */
const deepest = 4;

function defaultsIn(schema: AnySchema | Schema, path: readonly string[]): readonly Default[] {
  if (leavesChoice(schema) || path.length >= deepest) return [];
  const { properties = {}, required = [], items } = plainSchema(schema);
  if (items !== undefined) return defaultsIn(items, [...path, "*"]);
  return Object.entries(properties).flatMap(([name, member]) => {
    const plain = plainSchema(member);
    const {
      default: stated,
      const: only,
      enum: words = [],
      readOnly,
      writeOnly,
      description: said = "",
    } = plain;
    if (readOnly === true || writeOnly === true) return [];
    if (["object", "array"].includes(typeOf(plain) ?? "")) return defaultsIn(member, [...path, name]);
    const isPlain = ["string", "number", "boolean"].includes(typeof stated);
    const isWord = matches(name, "default-words") && words.length > 1 && words.includes(stated);
    const isServers = typeof stated === "boolean" ? isGranted(name) : isChosenByServer(name) && !isWord;
    const isClients = !isServers || matches(said, "says-default");
    const isFree = only === undefined && !required.includes(name);
    return isPlain && isClients && isFree ? [{ path: [...path, name], usual: statedJson(stated) }] : [];
  });
}

/** The members with a default that one of several alternatives has. */
function defaultsInChoice(schema: AnySchema | Schema, path: readonly string[]): readonly Default[] {
  const { oneOf, anyOf } = schema as AnySchema;
  const alternatives = othersThanNull(oneOf ?? anyOf ?? []);
  if (alternatives.length > 1) return alternatives.flatMap((each) => defaultsIn(each, path));
  if (path.length >= deepest) return [];
  const { properties = {}, items } = plainSchema(schema);
  if (items !== undefined) return defaultsInChoice(items, [...path, "*"]);
  return Object.entries(properties).flatMap(([name, each]) => defaultsInChoice(each, [...path, name]));
}

/** The value of a member that an item shows; undefined where there is none, or it need not be the default. */
export function defaultIn({ sent, found, shown }: Pair, { path, usual }: Default): Json | undefined {
  const isOne = isOnlyOne(sent, path) && isOnlyOne(found, path);
  return isOne && mayShow(schemaAt(shown, path), usual) ? valueAt(found, path) : undefined;
}

/** Has each list on the way a single item, so that it is clear which one is meant? */
function isOnlyOne(value: Json, path: readonly string[]): boolean {
  return path.every((name, index) => {
    const list = name === "*" ? valueAt(value, path.slice(0, index)) : [];
    return name !== "*" || (Array.isArray(list) && list.length === 1);
  });
}

/** Is a plain value of the same type shown that is not the default? */
export function isOther(member: Default, value: Json | undefined): boolean {
  if (value === undefined || value === null || isDefault(member, value)) return false;
  const { usual } = member;
  return isNumber(usual) ? isNumber(value) : typeof value === typeof usual;
}

/** Is the default shown? */
export function isDefault({ usual }: Default, value: Json | undefined): boolean {
  if (typeof value === "boolean" || typeof usual === "boolean") return value === usual;
  const [one, other] = [value, usual].map((each) => (typeof each === "string" ? each.trim() : each));
  return one !== undefined && other !== undefined && isSame(one, other, true);
}
