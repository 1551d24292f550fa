import type { Operation } from "../../description/index.js";
import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import { type AnySchema, plainSchema, type Shape, typeOf } from "../../schema/index.js";
import { optionalMembers, statedBodies, statedMembers } from "../../values/index.js";
import type { ApiState } from "../api-state.js";
import type { StatedBody } from "../request-knowledge.js";

/** Bodies that an operation is tried with because the description's author has written them, at most. */
const mostTried = 3;

/**
 * The bodies that the author of a description calls valid for an operation: of its media type, of its schema, put together from the
 * examples of members, and what another operation on the same items has accepted of these.
 */
export function statedBodiesFor(state: ApiState, operation: Operation): readonly Json[] {
  if (operation.method === "GET" || operation.body === undefined) return [];
  const ofMembers = statedMembers(operation);
  const own = [...statedBodies(operation), ...(ofMembers === undefined ? [] : [ofMembers])];
  return [...own, ...acceptedElsewhere(state, operation)].slice(0, mostTried);
}

/** The stated members of bodies that were accepted, as far as an operation has them. */
function acceptedElsewhere(state: ApiState, operation: Operation): readonly JsonObject[] {
  const { properties = {} } = plainSchema(operation.body?.schema ?? {});
  return [...state.requests.stated].flatMap(([id, { value }]) => {
    if (id === operation.id || !isJsonObject(value)) return [];
    const shared = Object.entries(value).filter(([name]) => Object.hasOwn(properties, name));
    return shared.length === 0 ? [] : [Object.fromEntries(shared)];
  });
}

/** The shape of a stated body: what is required, and what else it has. */
export function shapeOf({ body }: Operation, stated: Json): Shape {
  const names = isJsonObject(stated) ? Object.keys(stated) : [];
  return { optional: names.filter((name) => optionalMembers(body?.schema ?? {}).includes(name)) };
}

/** Texts of a stated body that may be any text by the schema, so that a word of the run may stand in them. */
export function freeTexts({ body }: Operation, stated: Json): readonly string[] {
  const { properties = {} } = plainSchema(body?.schema ?? {});
  if (!isJsonObject(stated)) return [];
  return Object.keys(stated).filter((name) => {
    const schema: AnySchema = plainSchema(properties[name] ?? {});
    return typeOf(schema) === "string" && schema.enum === undefined && schema.const === undefined;
  });
}

/** A made body with the members that are stated for it, but for those that may be anything, or refer to an item that is known. */
export function withStated(
  made: Json,
  { value: stated, free }: StatedBody,
  isReference: (name: string) => boolean,
): Json {
  if (!isJsonObject(stated) || !isJsonObject(made)) return stated;
  const members = Object.entries(made).map(([name, each]): readonly [string, Json] => {
    const isKept = free.has(name) || isReference(name) || !Object.hasOwn(stated, name);
    return [name, isKept ? each : (stated[name] ?? each)];
  });
  return Object.fromEntries(members);
}
