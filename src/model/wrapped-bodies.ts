import { isJsonObject, type Json, type JsonObject } from "../json/index.js";
import { wrappersOf } from "./item-ids.js";
import type { Resource } from "./resource.js";

/** The names that may stand beside the members of an item: its type and id. Source: JSON:API 1.1, section 7.2. */
const besides: readonly string[] = ["type", "id", "links", "meta", "relationships"];

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
