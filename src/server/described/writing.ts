import { isJsonObject, type Json, type JsonObject, parseJson } from "../../json/index.js";
import { type AnySchema, bareShape, NoValue, plainSchema, typeOf, validValueOf } from "../../schema/index.js";
import type { Items, Store } from "./described-items.js";
import type { WrittenItem } from "./handlers.js";
import { type MakeWord, madeValue } from "./made-values.js";

/** The members that are kept of what was sent: with defaults, and those that only the server writes. */
export function membersToKeep(items: Items, change: Omit<WrittenItem, "call">, word: MakeWord): JsonObject {
  const { kind, before = {} } = change;
  const sent = Object.fromEntries(
    Object.entries(change.sent)
      .filter(([name]) => items.written[name] !== undefined || items.shown[name] === undefined)
      .map(([name, value]) => [
        name,
        completed(
          { shown: items.shown[name] ?? {}, written: items.written[name]?.schema ?? {} },
          value,
          word,
        ),
      ]),
  );
  if (kind === "change") {
    const merged = Object.entries({ ...before, ...sent });
    // Source: RFC 7396, section 1: a member that is null there is taken away.
    return Object.fromEntries(merged.filter(([name, value]) => value !== null || takesNull(items, name)));
  }
  const added = Object.entries(items.shown).flatMap(([name, schema]): (readonly [string, Json])[] => {
    if (Object.hasOwn(sent, name)) return [];
    const written = items.written[name];
    const was = Object.hasOwn(before, name) ? before[name] : undefined;
    if (written === undefined && was !== undefined) return [[name, was]];
    const { default: usual } = plainSchema(written?.schema ?? schema);
    if (usual !== undefined) return [[name, jsonOf(usual)]];
    const isMade = written === undefined || (items.needed.has(name) && !written.isRequired);
    const made = isMade ? madeValue(schema, word) : undefined;
    return made === undefined ? [] : [[name, made]];
  });
  return { ...sent, ...Object.fromEntries(added) };
}

function takesNull({ written }: Items, name: string): boolean {
  const { type, anyOf = [], oneOf = [] } = (written[name]?.schema ?? {}) as AnySchema;
  return [type ?? [], ...[...anyOf, ...oneOf].map((each) => each.type ?? [])].flat().includes("null");
}

/** The schemas of a place in responses, and in requests. */
interface BothWays {
  readonly shown: AnySchema;
  readonly written: AnySchema;
}

/** A value of a member, with what a response needs at any depth below it and a request need not have. */
function completed({ shown, written }: BothWays, value: Json, word: MakeWord): Json {
  const [plain, asked] = [plainSchema(shown), plainSchema(written)];
  if (Array.isArray(value)) {
    const below = { shown: plain.items ?? {}, written: asked.items ?? {} };
    return (value as readonly Json[]).map((each) => completed(below, each, word));
  }
  if (!isJsonObject(value)) return value;
  const { properties = {}, required = [] } = plain;
  const own = Object.entries(value).map(([name, each]) => {
    const below = { shown: properties[name] ?? {}, written: asked.properties?.[name] ?? {} };
    return [name, completed(below, each, word)];
  });
  const added = Object.entries(properties).flatMap(([name, each]) => {
    if (Object.hasOwn(value, name)) return [];
    const { default: usual, readOnly } = plainSchema(each);
    if (usual !== undefined) return [[name, jsonOf(usual)]];
    const isMade = required.includes(name) && (readOnly === true || !asked.required?.includes(name));
    const made = isMade ? madeValue(each, word) : undefined;
    return made === undefined ? [] : [[name, made]];
  });
  return Object.fromEntries([...own, ...added]);
}

/** A value of the description as exact JSON. */
export function jsonOf(value: unknown): Json {
  const parsed = parseJson(JSON.stringify(value ?? null));
  return parsed.status === "valid" ? parsed.value : null;
}

/** The id of a new item: the one that was sent, where it is the client's to choose. */
export function newId(
  items: Items,
  sent: JsonObject,
  { store, word }: { store: Store; word: MakeWord },
): Json {
  const { idMember = "", idSchema, written } = items;
  const chosen = written[idMember] === undefined ? undefined : sent[idMember];
  if (typeof chosen === "string" || typeof chosen === "bigint") return chosen;
  const type = typeOf(idSchema);
  const number = BigInt(store.nextNumber());
  if (type === "integer" || type === "number") return number + BigInt(Math.ceil(idSchema.minimum ?? 1)) - 1n;
  const { enum: _, examples: __, default: ___, ...open } = idSchema;
  // Two of them are never the same.
  const made =
    open.pattern === undefined ? madeValue({ ...open, type: "string" }, word) : uniqueText(open, word);
  return typeof made === "string" ? made : `${number}`;
}

function uniqueText(schema: AnySchema, word: MakeWord): Json | undefined {
  try {
    return validValueOf(
      { ...schema, type: "string" },
      { marker: word, reference: () => undefined, shape: bareShape },
    );
  } catch (error) {
    if (error instanceof NoValue) return undefined;
    throw error;
  }
}
