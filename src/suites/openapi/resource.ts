import type { Operation } from "../../description/index.js";
import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import { headerValues, type Response } from "../../transport/index.js";
import { plainPath } from "./paths.js";
import { valueAt } from "./places.js";

/** A kind of item that has an address of its own: `/books/{bookId}` in the collection `/books`. */
export interface Resource {
  /** The path of an item, for example `/authors/{authorId}/books/{bookId}`. */
  readonly itemPath: string;
  /** The path of the collection, for example `/authors/{authorId}/books`. */
  readonly collectionPath: string;
  /** The last parameter of the item's path. */
  readonly parameter: string;
  /** Ends the address of an item: a slash, where the description writes one. */
  readonly end: "" | "/";
  /** Where the user says that the id of an item stands: `data.id`. */
  readonly ids: readonly string[];
}

/** The kinds of item that paths speak of: each path that ends in a parameter. */
export function deriveResources(
  operations: Iterable<Operation>,
  ids: readonly string[] = [],
): ReadonlyMap<string, Resource> {
  const resources = new Map<string, Resource>();
  const paths = [...operations].map(({ path }) => path);
  for (const path of paths)
    for (const [, itemPath = "", collectionPath = "", parameter = ""] of itemPathsIn(plainPath(path))) {
      const end = paths.includes(`${itemPath}/`) ? "/" : "";
      resources.set(itemPath, { itemPath, collectionPath, parameter, end, ids });
    }
  return resources;
}

/** The kind of item that a collection is of. */
export function collectedAt(resources: ReadonlyMap<string, Resource>, path: string): Resource | undefined {
  return [...resources.values()].find(({ collectionPath }) => collectionPath === plainPath(path));
}

/** The kind of item that a path leads to. */
export function resourceAt(resources: ReadonlyMap<string, Resource>, path: string): Resource | undefined {
  return resources.get(plainPath(path));
}

/** The address of an item in the collection that a request went to. */
export function itemAddress({ end }: Resource, collection: string, id: string): string {
  const [address = ""] = collection.split("?");
  return `${plainPath(address)}/${encodeURIComponent(id)}${end}`;
}

/** Every beginning of a path that ends in a parameter of its own segment. */
function itemPathsIn(path: string): readonly RegExpExecArray[] {
  const segments = path.split("/");
  return segments.flatMap((_, index) => {
    const found = /^((.*)\/\{([^{}/]+)\})$/.exec(segments.slice(0, index + 1).join("/"));
    return found === null ? [] : [found];
  });
}

/** The item that a member of a body may refer to: `authorId` and `author_id` to one of `/authors`. */
export function referredTo(member: string, resources: Iterable<Resource>): Resource | undefined {
  const [, name = ""] = /^(.+?)_?(?:id|Id|ID)$/.exec(member) ?? [];
  if (name === "") return undefined;
  const singular = name.toLowerCase().replaceAll("_", "");
  return [...resources].find(({ collectionPath }) => {
    const segment = collectionPath.split("/").at(-1)?.toLowerCase().replaceAll(/[-_]/g, "") ?? "";
    return [singular, `${singular}s`, `${singular}es`, `${singular.replace(/y$/, "")}ies`].includes(segment);
  });
}

/** The names under which an item may have its id, the likeliest first. */
export function idNames({ parameter, collectionPath }: Resource): readonly string[] {
  const singular = singularOf(collectionPath);
  const isLong = singular !== "" && parameter.toLowerCase().startsWith(singular.toLowerCase());
  const short = parameter.slice(singular.length).replace(/^_/, "");
  const shortened = isLong && short !== "" ? [short.replace(/^./, (letter) => letter.toLowerCase())] : [];
  return [parameter, ...shortened, "id", "_id", "uuid", `${singular}Id`, `${singular}_id`];
}

function singularOf(collectionPath: string): string {
  const segment = collectionPath.split("/").at(-1) ?? "";
  return segment.replace(/ies$/, "y").replace(/s$/, "");
}

/** The id in an item, as it stands in a path; undefined if it has none. */
export function idOf(resource: Resource, item: JsonObject): string | undefined {
  const paths = [...resource.ids.map((path) => path.split(".")), ...idNames(resource).map((name) => [name])];
  for (const path of paths) {
    const value = valueAt(item, path);
    if (typeof value === "bigint") return `${value}`;
    if (typeof value === "string" && value !== "" && value !== "." && value !== "..") return value;
  }
  return undefined;
}

/** The id of an item that was created: in its body, in an object around it, or at the end of the item's own address. */
export function createdId(
  resource: Resource,
  {
    path,
    response,
    json,
  }: { readonly path: string; readonly response: Response; readonly json: Json | undefined },
): string | undefined {
  if (isJsonObject(json)) {
    const wrappers = ["data", "result", "item", singularOf(resource.collectionPath)];
    const inner = wrappers.map((name) => json[name]).find((each) => isJsonObject(each));
    const id = idOf(resource, json) ?? (isJsonObject(inner) ? idOf(resource, inner) : undefined);
    if (id !== undefined) return id;
  }
  const [location = ""] = headerValues(response, "location");
  const [address = ""] = location.split(/[?#]/);
  const collection = plainPath(path.split("?")[0] ?? "");
  const at = address.lastIndexOf(`${collection}/`);
  const last = at < 0 ? "" : plainPath(address.slice(at + collection.length + 1));
  return last === "" || last.includes("/") ? undefined : decodeOnce(last);
}

function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The items of a list: the array itself, or the only one in an object. */
export function itemsIn(json: Json | undefined): readonly JsonObject[] {
  const rows = Array.isArray(json)
    ? json
    : isJsonObject(json)
      ? Object.values(json)
          .filter((each): each is readonly Json[] => Array.isArray(each))
          .flat()
      : [];
  return rows.filter(isJsonObject);
}
