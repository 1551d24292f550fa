import { type Contract, jsonOf, type Operation } from "../../../description/index.js";
import { type AnySchema, plainSchema, typeOf, wordsIn } from "../../../generate/index.js";
import { type ListedDeletion, saysListedDeletion } from "../../../model/index.js";
import { oneOrMany } from "../names/member-names.js";
import { creationAt } from "./item-links.js";
import { parentPathOf, plainPath } from "./paths.js";
import { idNames, type Resource, resourceAt, singularOf } from "./resource.js";

/** Lists that need more ids are not made. */
const mostListed = 2;

/**
 * Derives the deletion by a list of ids that an operation is: `DELETE /todos?ids=1,2`, or `POST /todos/batch-delete` with `ids`.
 * @returns undefined where names leave a doubt that it deletes the items of the list alone, or where it needs anything else
 */
export function deriveListedDeletion(
  operation: Operation,
  operations: Contract["operations"],
  resources: ReadonlyMap<string, Resource>,
): ListedDeletion | undefined {
  const { method, path } = operation;
  if ((method !== "DELETE" && method !== "POST") || path.includes("{")) return undefined;
  const lists = listsIn(operation);
  if (lists.length === 0) return undefined;
  const found = itemsOf(plainPath(path), operations);
  const resource = found && resourceAt(resources, found.read.path);
  if (found === undefined || resource === undefined) return undefined;
  const nouns = oneOrMany(singularOf(resource.collectionPath)).flatMap(wordsIn);
  const [list, ...others] = lists.filter(({ name }) => namesIds(name, resource));
  if (list === undefined || others.length > 0 || needsMore(operation, list.name)) return undefined;
  if (!saysListedDeletion(operation, found.segment, nouns)) return undefined;
  return { ...list, create: found.create, read: found.read, remove: found.remove };
}

/** The lists that a request may have: parameters of the query, and members of the body. */
function listsIn({
  parameters,
  body,
}: Operation): readonly Pick<ListedDeletion, "in" | "name" | "areNumbers" | "most">[] {
  const members = plainSchema(jsonOf(body === undefined ? [] : [body])?.schema ?? {}).properties ?? {};
  const places: readonly (readonly ["query" | "body", string, AnySchema])[] = [
    ...parameters.flatMap(({ in: where, name, schema }) =>
      where === "query" ? [[where, name, schema] as const] : [],
    ),
    ...Object.entries(members).map(([name, schema]) => ["body", name, schema] as const),
  ];
  return places.flatMap(([where, name, schema]) => {
    const { items = {}, minItems = 0, maxItems = mostListed, ...list } = plainSchema(schema);
    const type = typeOf(plainSchema(items)) ?? "";
    const isOfIds = typeOf(list) === "array" && ["string", "integer"].includes(type);
    const most = Math.min(mostListed, maxItems);
    return isOfIds && most >= Math.max(1, minItems)
      ? [{ in: where, name, areNumbers: type === "integer", most }]
      : [];
  });
}

/** Is a list named as ids of these items: `ids`, `todoIds`, `todo_ids[]`? */
function namesIds(name: string, resource: Resource): boolean {
  const plain = (text: string): string => text.replaceAll(/[-_[\]]/g, "").toLowerCase();
  return idNames(resource).some((each) => `${plain(each)}s` === plain(name));
}

/** Does a request need anything beside its list? */
function needsMore({ parameters, body }: Operation, list: string): boolean {
  const { required = [], properties = {} } = plainSchema(body?.schema ?? {});
  const isElsewhere = body !== undefined && !Object.hasOwn(properties, list);
  return (
    isElsewhere ||
    required.some((name) => name !== list) ||
    parameters.some((each) => each.required && each.name !== list)
  );
}

/**
 * The operations on the items of the collection that a path extends; all of them have to be there. At the path of the list itself, a
 * server that overlooks the ids would delete everything.
 */
function itemsOf(
  path: string,
  operations: Contract["operations"],
): (Pick<ListedDeletion, "create" | "read" | "remove"> & { readonly segment: string }) | undefined {
  const [, collection = "", segment = ""] = /^(.+)[/:]([^/:]+)$/.exec(path) ?? [];
  const items = [...operations.values()].filter((each) => parentPathOf(each.path) === collection);
  const create = creationAt(collection, operations.values());
  const read = items.find(({ method }) => method === "GET");
  const remove = items.find(({ method }) => method === "DELETE");
  return create && read && remove && { create, read, remove, segment };
}
