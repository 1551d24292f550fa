import { jsonOf, memoize, type Operation, responseTo } from "../description/index.js";
import { isJsonObject, type Json, type JsonObject } from "../json/index.js";
import { type AnySchema, plainSchema, schemaAt, typeOf, wordsIn } from "../schema/index.js";
import { headerValues, type Response } from "../transport/index.js";
import { wordsOf } from "./lexicon.js";
import { membersOf } from "./members.js";
import { singularOf } from "./names.js";
import { addressOf, decodeOnce, plainPath } from "./paths.js";
import { valueAt } from "./places.js";
import type { Resource } from "./resource.js";

/** The address of an item in the collection that a request went to. */
export function itemAddress(resource: Resource, collection: string, id: string): string {
  return `${addressOfItems(resource, collection)}/${encodeURIComponent(id)}${resource.end}`;
}

/**
 * The beginning of the addresses of items in the collection that a request went to: its own may have another word, or one more, as
 * `/books/search` has.
 */
export function addressOfItems({ collectionPath }: Resource, collection: string): string {
  const [word = ""] = /[^/]*$/.exec(collectionPath) ?? [];
  const depth = collectionPath.split("/").length;
  const address = plainPath(addressOf(collection)).split("/").slice(0, depth).join("/");
  return word.includes("{") ? address : address.replace(/[^/]*$/, () => word);
}

/** The names under which an item may have its id, the likeliest first. */
export const idNames = memoize((resource: Resource): readonly string[] => {
  const { parameter, collectionPath } = resource;
  const singular = itemNounOf(collectionPath);
  const isLong = singular !== "" && parameter.toLowerCase().startsWith(singular.toLowerCase());
  const short = parameter.slice(singular.length).replace(/^_/, "");
  const shortened = isLong && short !== "" ? [short.replace(/^./, (letter) => letter.toLowerCase())] : [];
  const usual = [parameter, ...shortened, "id", "_id", "uuid", `${singular}Id`, `${singular}_id`];
  return [...usual, ...namesByPattern(resource, usual)];
});

/**
 * The only member of an item whose values have the pattern of the ids in its path, as `key` has of `/projects/{project}`; none where
 * the item has a member that is an id by its name.
 */
function namesByPattern(resource: Resource, usual: readonly string[]): readonly string[] {
  const { read, parameter, parent } = resource;
  const described = read?.parameters.find((each) => each.in === "path" && each.name === parameter)?.schema;
  const { pattern } = plainSchema(described ?? {});
  if (read === undefined || pattern === undefined) return [];
  const members = membersOf(
    itemSchemaIn(resource, plainSchema(jsonOf(responseTo(read, 200)?.contents ?? [])?.schema ?? {})),
  );
  if (members.some(({ name }) => usual.includes(name))) return [];
  const alike = members.filter(
    ({ name, schema }) => schema.pattern === pattern && name !== parent?.parameter,
  );
  return alike.length === 1 ? alike.map(({ name }) => name) : [];
}

/** The noun of one item of a collection: `book` of `/shop/books`. */
export function itemNounOf(collectionPath: string): string {
  return singularOf(collectionPath.split("/").at(-1) ?? "");
}

/** The words that a description may have for the items of a list: the last one of its path, and that of one item. */
export function nounsOf(path: string): readonly string[] {
  return [path.replace(/\/$/, "").split("/").at(-1) ?? "", itemNounOf(path)];
}

/** Finds the word for the items of a list in a text, with what has to stand before it: `ticket types` for `/ticket-types`. */
export function nounPattern(path: string, before = "\\b"): RegExp {
  const words = nounsOf(path).map((noun) => wordsIn(noun).join("[-_\\s]?"));
  return new RegExp(`${before}(${words.join("|")})\\b`, "i");
}

/** The id in an item, as it stands in a path; undefined if it has none. */
export function idOf(resource: Resource, item: JsonObject): string | undefined {
  // The same name may be written in other ways.
  const plain = (name: string): string => name.replaceAll(/[-_]/g, "").toLowerCase();
  const alike = Object.keys(item).filter((name) => plain(name) === plain(resource.parameter));
  const names = [...alike, ...idNames(resource)].map((name) => [name]);
  const paths = [...resource.ids.map((path) => path.split(".")), ...names];
  for (const path of paths) {
    const id = idFrom(valueAt(item, path));
    if (id !== undefined) return id;
  }
  return idInLink(resource, item);
}

/** A value as an id in a path; undefined if it is none. */
function idFrom(value: Json | undefined): string | undefined {
  return typeof value === "bigint" || (typeof value === "string" && isId(value)) ? `${value}` : undefined;
}

/** The id at the end of the address that an item has of itself. Source: draft-kelly-json-hal, section 5; JSON:API 1.1, section 7.6. */
function idInLink({ collectionPath }: Resource, item: JsonObject): string | undefined {
  const places = [
    ["_links", "self", "href"],
    ["links", "self"],
  ];
  const link = places.map((path) => valueAt(item, path)).find((each) => typeof each === "string");
  if (typeof link !== "string") return undefined;
  const [address = ""] = link.split(/[?#{]/);
  const [last = "", collection] = plainPath(address).split("/").toReversed();
  const id = decodeOnce(last);
  const isOne = collection !== undefined && collection === collectionPath.split("/").at(-1);
  return isOne && id !== undefined && isId(id) ? id : undefined;
}

/** Where the user says that ids stand, of which one stands there. */
export function idsFoundIn({ ids }: Resource, json: JsonObject): readonly string[] {
  return ids.filter((path) => idFrom(valueAt(json, path.split("."))) !== undefined);
}

/** The id that what is shown of an item has, itself or in an object that it wraps. */
export function idIn(resource: Resource, shown: Json | undefined): string | undefined {
  if (!isJsonObject(shown)) return undefined;
  return idOf(resource, shown) ?? idOf(resource, unwrapped(resource, shown) ?? {});
}

/** The names under which an object may stand in one that only wraps it. */
export const wrappersOf = memoize(({ collectionPath }: Resource): readonly string[] => [
  ...wordsOf("item-envelopes"),
  itemNounOf(collectionPath),
]);

/** The object inside of one that only wraps it: `{ data: { … } }`. */
export function unwrapped(resource: Resource, json: JsonObject): JsonObject | undefined {
  return wrappersOf(resource)
    .map((name) => (Object.hasOwn(json, name) ? json[name] : undefined))
    .find((each) => isJsonObject(each));
}

/** The plain schema of an item in that of a response, without what wraps it. */
export function itemSchemaIn(resource: Resource | undefined, shown: AnySchema): AnySchema {
  const wrapped = resource && wrappersOf(resource).map((name) => schemaAt(shown, [name]));
  return wrapped?.find(({ properties }) => properties !== undefined) ?? shown;
}

/** The members of an item, without what wraps them; none, where no object is shown. */
export function membersShownIn(resource: Resource | undefined, shown: Json | undefined): JsonObject {
  if (!isJsonObject(shown)) return {};
  return (resource && unwrapped(resource, shown)) ?? shown;
}

/** Where the server says that the item is. Source: RFC 9110, section 10.2.2. */
export function locatedId(resource: Resource, path: string, response: Response): string | undefined {
  const [location = ""] = headerValues(response, "location");
  const [address = ""] = location.split(/[?#]/);
  const collection = addressOfItems(resource, path);
  const at = address.lastIndexOf(`${collection}/`);
  const last = at < 0 ? "" : plainPath(address.slice(at + collection.length + 1));
  const id = decodeOnce(last);
  return id !== undefined && isId(id) ? id : undefined;
}

/** Does a text stand in a path as the one item that it names, however the server reads it? */
export function isId(text: string): boolean {
  return /^[\p{L}\p{N}_~:@.+=,$ -]{1,1000}$/u.test(text) && !/^\.+$/.test(text) && text.trim() === text;
}

/** Names of ids that a server gives. Others may be the client's, and may be changed. */
const idNamed = /^_?(id|uuid)$|(_id|[a-z]Id|ID)$/;

/** The names of plain members of a body that may be the id of its item. */
export function idMembersOf({ body }: Operation): readonly string[] {
  return membersOf(body?.schema).flatMap(({ name, schema }) => {
    const { readOnly, enum: words, const: only, ...plain } = schema;
    const isFree = readOnly !== true && words === undefined && only === undefined;
    return idNamed.test(name) && isFree && ["integer", "string"].includes(typeOf(plain) ?? "") ? [name] : [];
  });
}

interface ShownItem {
  readonly resource: Resource;
  readonly id: string;
  readonly found: Json;
}

/**
 * The member of a body with the id of an item, as the item shows it; undefined where no member surely has it.
 * @param given the members that the client chooses
 */
export function idInBodyOf(
  {
    operation,
    itself,
    given,
  }: { readonly operation: Operation; readonly itself: Resource | undefined; readonly given: object },
  { resource, found, id }: ShownItem,
): { readonly name: string; readonly value: Json } | undefined {
  const names = idMembersOf(operation);
  const name = idNames(itself ?? resource).find(
    (each) => names.includes(each) && !Object.hasOwn(given, each),
  );
  if (name === undefined || !isJsonObject(found)) return undefined;
  const shown = [found, unwrapped(resource, found)]
    .map((each) => valueAt(each, [name]))
    .find((each) => each !== undefined);
  if (shown === undefined || idOf(resource, { [name]: shown }) !== id) return undefined;
  const schema = plainSchema(operation.body?.schema ?? {}).properties?.[name] ?? {};
  return { name, value: typeOf(plainSchema(schema)) === "integer" ? BigInt(id) : id };
}

/** The names that may stand beside the members of an item: its type and id. Source: JSON:API 1.1, section 7.2. */
export const besides: readonly string[] = ["type", "id", "links", "meta", "relationships"];

/**
 * Where the members of an item stand in the body of a request: in the body itself, or in an object that it wraps, as in
 * `{ book: { … } }` and `{ data: { type, attributes: { … } } }`.
 */
export function pathToMembers(resource: Resource | undefined, body: Json | undefined): readonly string[] {
  if (resource === undefined || !isJsonObject(body)) return [];
  const wrapper = Object.keys(body).find((name) => isWrapper(resource, body, name));
  return wrapper === undefined ? [] : [wrapper, ...pathToMembers(resource, body[wrapper])];
}

/** Where the body of a request may have what its item shows at a place: a list may leave out what wraps the item. */
export function placesInBody(
  resource: Resource | undefined,
  body: Json | undefined,
  at: readonly string[],
): readonly (readonly string[])[] {
  const wrappers = pathToMembers(resource, body);
  return [...wrappers.keys(), wrappers.length].map((count) => [...wrappers.slice(0, count), ...at]);
}

function isWrapper(resource: Resource, body: JsonObject, name: string): boolean {
  const others = Object.keys(body).filter((each) => each !== name);
  return (
    wrappersOf(resource).includes(name) &&
    isJsonObject(body[name]) &&
    others.every((each) => besides.includes(each))
  );
}
