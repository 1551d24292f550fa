import { type AnySchema, plainSchema, typeOf } from "../../generate/index.js";
import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import { isOfObject, type MakeWord, madeValue, membersOf } from "./made-values.js";
import { type Items, listIn, unwrapped } from "./resources.js";

/** An item as a response shows it. */
export function showItem(
  schema: AnySchema | undefined,
  members: JsonObject,
  { items, word }: { readonly items: Items; readonly word: MakeWord },
): Json | undefined {
  if (schema === undefined) return undefined;
  const { member, schema: inner } = unwrapped(schema, Object.keys(members));
  if (!isOfObject(inner)) return madeValue(schema, word);
  const { properties, required = [] } = plainSchema(inner);
  if (properties === undefined) return members;
  const shown = Object.entries(properties).flatMap(([name, each]): (readonly [string, Json])[] => {
    if (plainSchema(each).writeOnly === true) return [];
    const value = Object.hasOwn(members, name) ? members[name] : undefined;
    if (value !== undefined) return [[name, withoutSecrets(each, value)]];
    const isMissing = required.includes(name) && items.written[name] === undefined;
    const made = isMissing ? madeValue(each, word) : undefined;
    return made === undefined ? [] : [[name, made]];
  });
  const item = Object.fromEntries(shown);
  return member === undefined ? item : { ...membersOf(madeValue(schema, word)), [member]: item };
}

function withoutSecrets(schema: AnySchema, value: Json): Json {
  const { properties = {}, items = {} } = plainSchema(schema);
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => withoutSecrets(items, each));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => plainSchema(properties[name] ?? {}).writeOnly !== true)
      .map(([name, each]) => [name, withoutSecrets(properties[name] ?? {}, each)]),
  );
}

/** A page of items, as a response shows it. */
export function showList(
  schema: AnySchema | undefined,
  page: readonly JsonObject[],
  { items, word, total }: { readonly items: Items; readonly word: MakeWord; readonly total: number },
): Json | undefined {
  const list = listIn(schema);
  if (schema === undefined || list === undefined) return undefined;
  const rows = page.flatMap((each) => showItem(list.items, each, { items, word }) ?? []);
  if (list.member === undefined) return rows;
  const { properties = {}, required = [] } = plainSchema(schema);
  const others = Object.entries(properties).flatMap(([name, each]): (readonly [string, Json])[] => {
    if (name === list.member) return [[name, rows]];
    const plain = plainSchema(each);
    if (typeOf(plain) === "integer" && /total|count/i.test(name)) return [[name, BigInt(total)]];
    if (!required.includes(name)) return [];
    const made = [plain.type].flat().includes("null") ? null : madeValue(each, word);
    return made === undefined ? [] : [[name, made]];
  });
  return Object.fromEntries(others);
}
