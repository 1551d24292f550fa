import type { Operation } from "../../description/index.js";
import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import { headerValues, type Response } from "../../transport/index.js";

/** A kind of item that has an address of its own: `/books/{bookId}` in the collection `/books`. */
export interface Resource {
  /** The path of an item, for example `/authors/{authorId}/books/{bookId}`. */
  readonly itemPath: string;
  /** The path of the collection, for example `/authors/{authorId}/books`. */
  readonly collectionPath: string;
  /** The last parameter of the item's path. */
  readonly parameter: string;
}

/** The kinds of item that paths speak of: each path that ends in a parameter. */
export function deriveResources(operations: Iterable<Operation>): ReadonlyMap<string, Resource> {
  const resources = new Map<string, Resource>();
  for (const { path } of operations)
    for (const [, itemPath = "", collectionPath = "", parameter = ""] of itemPathsIn(path))
      resources.set(itemPath, { itemPath, collectionPath, parameter });
  return resources;
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

/** The id in an item, as it stands in a path; undefined if it has none. */
export function idOf({ parameter, collectionPath }: Resource, item: JsonObject): string | undefined {
  const segment = collectionPath.split("/").at(-1) ?? "";
  const singular = segment.replace(/ies$/, "y").replace(/s$/, "");
  const names = [parameter, "id", "_id", "uuid", `${singular}Id`, `${singular}_id`];
  const own = parameter.toLowerCase().startsWith(singular.toLowerCase())
    ? [parameter.slice(singular.length)]
    : [];
  const short = own.map((name) => name.replace(/^_/, "").replace(/^./, (letter) => letter.toLowerCase()));
  for (const name of [...names, ...short]) {
    const value = Object.hasOwn(item, name) ? item[name] : undefined;
    if (typeof value === "bigint") return `${value}`;
    if (typeof value === "string" && value !== "" && value !== "." && value !== "..") return value;
  }
  return undefined;
}

/** The id of an item that was created: in its body, in an object around it, or at the end of its `Location`. */
export function createdId(
  resource: Resource,
  response: Response,
  json: Json | undefined,
): string | undefined {
  if (isJsonObject(json)) {
    const direct = idOf(resource, json);
    if (direct !== undefined) return direct;
    const inner = Object.values(json).filter((each) => isJsonObject(each));
    const [only] = inner;
    if (inner.length === 1 && only !== undefined) return idOf(resource, only);
  }
  const [location] = headerValues(response, "location");
  const last = location?.split(/[?#]/)[0]?.split("/").at(-1);
  return last === "" || last === undefined ? undefined : decodeOnce(last);
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
