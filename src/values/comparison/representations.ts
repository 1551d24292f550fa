import { jsonOf as jsonContentOf, type Operation, responseTo } from "../../description/index.js";
import { plainSchema } from "../../generate/index.js";
import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import { type Api, pathToMembers, unwrapped, valueAt } from "../../model/index.js";

/** Two representations of one item. */
export interface Representations {
  /** The operation that sent the one, and the one that shows the other. */
  readonly operation: Operation;
  readonly read: Operation;
  readonly sent: Json | undefined;
  /** The schema of what was sent; that of the body if absent. */
  readonly schema?: object;
  readonly found: Json;
  /** The status of the response that shows it; 200 if absent. */
  readonly status?: number;
  /** The check that a difference breaks; that of the property if absent. */
  readonly check?: string | undefined;
}

/** An object that was sent, and the one that was found, with what is said of both. */
export interface Pair {
  readonly sent: JsonObject;
  readonly found: JsonObject;
  readonly schema: object;
  readonly shown: object;
}

/**
 * The object that was sent, and the one that shows it: the whole body and the whole response, or one that they wrap; undefined
 * if none does.
 */
export function pairOf(
  api: Api,
  { operation, read, sent, schema = operation.body?.schema ?? {}, found, status = 200 }: Representations,
): (Pair & { readonly path: readonly string[] }) | undefined {
  if (!isJsonObject(sent) || !isJsonObject(found)) return undefined;
  const resource = api.resourceAt(read.path) ?? api.resourceIn(read);
  const inner = resource && unwrapped(resource, found);
  const wrapper = Object.keys(found).find((name) => inner !== undefined && found[name] === inner);
  const path = pathToMembers(resource, sent);
  const members = valueAt(sent, path);
  const shown = jsonContentOf(responseTo(read, status)?.contents ?? [])?.schema ?? {};
  const sides = [
    { path: [], value: sent },
    ...(path.length > 0 && isJsonObject(members) ? [{ path, value: members }] : []),
  ].flatMap((left) => [
    { left, right: { path: [], value: found } },
    ...(inner === undefined || wrapper === undefined
      ? []
      : [{ left, right: { path: [wrapper], value: inner } }]),
  ]);
  const shared = sides.find(({ left, right }) =>
    Object.keys(left.value).some((name) => Object.hasOwn(right.value, name)),
  );
  return (
    shared && {
      path: shared.left.path,
      sent: shared.left.value,
      found: shared.right.value,
      schema: schemaAt(schema, shared.left.path),
      shown: schemaAt(shown, shared.right.path),
    }
  );
}

function schemaAt(schema: object, path: readonly string[]): object {
  return path.reduce((each, name) => plainSchema(each).properties?.[name] ?? {}, schema);
}
