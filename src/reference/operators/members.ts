import type { Json, JsonObject } from "../../json/index.js";

/** The object with these members instead of its own; undefined takes one away. */
export function withMembers(
  object: JsonObject,
  members: Readonly<Record<string, Json | undefined>>,
): JsonObject {
  const entries = Object.entries({ ...object, ...members });
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}
