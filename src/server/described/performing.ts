import type { UnderivedContract } from "../../description/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { addressOfItems, uniqueMemberOf, valueAt } from "../../model/index.js";
import { type AnySchema, plainSchema, typeOf } from "../../schema/index.js";
import type { Call, DescribedRefusal, Values } from "./call.js";
import {
  actionOf,
  type Item,
  type Items,
  listIn,
  type Store,
  schemaOf,
  unwrapped,
} from "./described-items.js";
import type { Handlers, WrittenItem } from "./handlers.js";
import { isOfObject, type MakeWord, madeValue, membersOf } from "./made-values.js";
import { pageOf } from "./read-call.js";
import { jsonOf, membersToKeep, newId } from "./writing.js";

/** The data and the handlers of one server. */
export interface ServerContext {
  readonly described: UnderivedContract;
  readonly items: ReadonlyMap<string, Items>;
  readonly store: Store;
  readonly handlers: Handlers;
  readonly word: MakeWord;
  readonly now: () => number;
}

/** A request was done: what its response shows, if anything. */
export interface Done {
  readonly kind: "done";
  readonly value?: Json | undefined;
  readonly location?: string;
}

const notFound: DescribedRefusal = { kind: "not found", reason: "There is nothing at this address." };
const gone: DescribedRefusal = { kind: "gone", reason: "It was deleted." };

/** Does what a valid request asks for. */
export function perform(world: ServerContext, call: Call, values: Values): Done | DescribedRefusal {
  const { operation, path } = call;
  const missing = parentsOf(world, call).find(({ item }) => item === undefined || item.isDeleted);
  if (missing !== undefined) return missing.item === undefined ? notFound : gone;
  const action = actionOf(operation, world.items);
  if (action.kind === "other") return performOther(world, call, values);
  const { items } = action;
  const schema = schemaOf(operation);
  const shown = (members: JsonObject): Json | undefined =>
    showItem(schema, members, { items, word: world.word });
  if (action.kind === "list") {
    const all = [...parentUrl(world, items, itemsBelow(items, path)).values()].filter(
      (each) => !each.isDeleted,
    );
    const arranged = world.handlers.arrange(all, call);
    const { page, total } = pageOf(arranged, operation, values);
    const members = page.map((each) => each.members);
    return { kind: "done", value: showList(schema, members, { items, word: world.word, total }) };
  }
  if (action.kind === "create") return create(world, items, { call, sent: membersOf(values.body), shown });
  const item = itemAt(world, items, call, path);
  if (item === undefined) return notFound;
  if (item.isDeleted) return gone;
  const collection = parentUrl(world, items, parentPathOf(path));
  switch (action.kind) {
    case "read":
      return { kind: "done", value: shown(item.members) };
    case "remove": {
      const left = world.handlers.remove(item, call);
      if (left === undefined) collection.delete(item.id);
      else collection.set(item.id, left);
      if (left !== item) world.store.removeBelow(path);
      return { kind: "done", value: shown(item.members) };
    }
    case "replace":
    case "change": {
      const change: WrittenItem = {
        kind: action.kind,
        call,
        sent: membersOf(values.body),
        before: item.members,
      };
      const refusal = world.handlers.refuse(change, othersThan(collection, item.id));
      if (refusal !== undefined) return refusal;
      const members = world.handlers.keep(membersToKeep(items, change, world.word), change);
      const kept = { ...members, ...idIn(items, item.members) };
      collection.set(item.id, { ...item, members: kept, since: world.now() });
      return { kind: "done", value: shown(kept) };
    }
  }
}

interface Creation {
  readonly call: Call;
  readonly sent: JsonObject;
  readonly shown: (members: JsonObject) => Json | undefined;
}

function create(
  world: ServerContext,
  items: Items,
  { call, sent, shown }: Creation,
): Done | DescribedRefusal {
  const below = itemsBelow(items, call.path);
  const collection = parentUrl(world, items, below);
  const change: WrittenItem = { kind: "create", call, sent };
  const refusal =
    world.handlers.refuse(change, [...collection.values()]) ??
    duplicateRefusal(call, sent, [...collection.values()]);
  if (refusal !== undefined) return refusal;
  const item = addItem(world, items, { collection, sent, keep: (made) => world.handlers.keep(made, change) });
  const address = `${below}/${encodeURIComponent(item.id)}`;
  return {
    kind: "done",
    value: shown(item.members),
    ...(items.resource === undefined ? {} : { location: address }),
  };
}

/** The refusal of what the description says is taken: another item has it. */
function duplicateRefusal(
  { operation }: Call,
  sent: JsonObject,
  others: readonly Item[],
): DescribedRefusal | undefined {
  const place = uniqueMemberOf(operation);
  const value = place && valueAt(sent, place.path);
  if (place === undefined || value === undefined) return undefined;
  const isTaken = others.some(
    ({ members, isDeleted }) => isDeleted !== true && isSame(valueAt(members, place.path), value),
  );
  return isTaken ? { kind: "conflict", reason: "It is taken." } : undefined;
}

function isSame(left: Json | undefined, right: Json): boolean {
  return left !== undefined && renderJson(left) === renderJson(right);
}

interface Addition {
  readonly collection: Map<string, Item>;
  readonly sent: JsonObject;
  readonly keep?: (members: JsonObject) => JsonObject;
}

function addItem(
  world: ServerContext,
  items: Items,
  { collection, sent, keep = (same) => same }: Addition,
): Item {
  const id = newId(items, sent, world);
  const made = membersToKeep(items, { kind: "create", sent }, world.word);
  const own = items.idMember === undefined ? {} : { [items.idMember]: id };
  const members = keep({ ...made, ...own });
  const item = { id: `${id}`, members, since: world.now() };
  collection.set(item.id, item);
  return item;
}

function idIn({ idMember = "", written }: Items, members: JsonObject): JsonObject {
  const id = members[idMember];
  return id === undefined || written[idMember] !== undefined ? {} : { [idMember]: id };
}

function othersThan(collection: ReadonlyMap<string, Item>, id: string): readonly Item[] {
  return [...collection.values()].filter((each) => each.id !== id);
}

function parentPathOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** Returns the start of the addresses of items, by the address of their list. */
function itemsBelow({ resource }: Items, list: string): string {
  return resource === undefined ? list : addressOfItems(resource, list);
}

/** Returns the items of a list. Two of them are there from the start where no client creates any. */
function parentUrl(world: ServerContext, items: Items, path: string): Map<string, Item> {
  const collection = world.store.itemsOf(path);
  if (collection.size === 0 && !items.isCreated && items.isListed)
    for (let count = 0; count < 2; count += 1)
      addItem(world, items, {
        collection,
        sent: membersOf(madeValue({ type: "object", properties: items.shown }, world.word)),
      });
  return collection;
}

/** The item at an address. Where no client can learn which there are, there is one at every address. */
function itemAt(world: ServerContext, items: Items, call: Call, path: string): Item | undefined {
  const collection = parentUrl(world, items, parentPathOf(path));
  const id = call.pathParameters[items.resource?.parameter ?? ""] ?? "";
  if (!items.isCreated && !items.isListed && !collection.has(id)) {
    const isNumber = /^\d+$/.test(id) && items.idSchema.type !== "string";
    const own = items.idMember === undefined ? {} : { [items.idMember]: isNumber ? BigInt(id) : id };
    const members = { ...membersToKeep(items, { kind: "create", sent: {} }, world.word), ...own };
    collection.set(id, { id, members, since: world.now() });
  }
  return world.handlers.find(collection.get(id), call);
}

/** The items that an address lies below. */
function parentsOf(world: ServerContext, call: Call): readonly { readonly item: Item | undefined }[] {
  return [...world.items.values()].flatMap((items) => {
    const { resource } = items;
    if (resource === undefined || !call.operation.path.startsWith(`${resource.itemPath}/`)) return [];
    const depth = resource.itemPath.split("/").length;
    return [{ item: itemAt(world, items, call, call.path.split("/").slice(0, depth).join("/")) }];
  });
}

/** Reads a document at its own address as it was written. Does an action as far as its response shows. */
function performOther({ store, word }: ServerContext, { operation, path }: Call, { body }: Values): Done {
  const schema = schemaOf(operation);
  const made = schema && (madeValue(schema, word) ?? jsonOf(null));
  const { method } = operation;
  if (method === "POST" || method === "DELETE") return { kind: "done", value: made };
  const known = store.documents.get(path) ?? made ?? {};
  const isWritten = method === "PUT" || method === "PATCH";
  const value = isWritten ? { ...membersOf(known), ...membersOf(body) } : known;
  store.documents.set(path, value);
  return { kind: "done", value: schema === undefined ? undefined : value };
}

/** An item as a response shows it. */
function showItem(
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
function showList(
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
