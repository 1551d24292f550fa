import type { Operation } from "../description/index.js";
import { plainSchema, typeOf } from "../generate/index.js";
import { isJsonObject, type Json } from "../json/index.js";
import { idNames, idOf, unwrapped } from "./item-ids.js";
import { valueAt } from "./places.js";
import type { Resource } from "./resource.js";

/** Names of ids that a server gives. Others may be the client's, and may be changed. */
const idNamed = /^_?(id|uuid)$|(_id|[a-z]Id|ID)$/;

/** The names of plain members of a body that may be the id of its item. */
export function idMembersOf({ body }: Operation): readonly string[] {
  const { properties = {} } = plainSchema(body?.schema ?? {});
  return Object.entries(properties).flatMap(([name, schema]) => {
    const { readOnly, enum: words, const: only, ...plain } = plainSchema(schema);
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
