import { type Contract, groupBy, jsonOf, type Operation, responseTo } from "../description/index.js";
import { type AnySchema, plainSchema } from "../schema/index.js";
import { showsHalf } from "./item-links.js";
import { membersOf } from "./members.js";
import { oneOrMany } from "./names.js";
import { collectionsIn, parentPathOf, parentUrl, plainPath } from "./paths.js";

type Operations = Contract["operations"];

/**
 * The operations, of which each list and each creation knows its items, also where these have addresses with another word:
 * `/silences` those at `/silence/{id}`.
 */
export function linkPluralCollections(operations: Operations): Operations {
  const found = itemsOfOtherWords([...operations.values()]);
  if (found.size === 0) return operations;
  return new Map(
    [...operations].map(([id, operation]) => {
      const itemsAt = gathers(operation) ? found.get(plainPath(operation.path)) : undefined;
      return [id, itemsAt === undefined ? operation : { ...operation, itemsAt }];
    }),
  );
}

/** Does it list what is at its path, or add to it? */
function gathers({ method }: Operation): boolean {
  return method === "GET" || method === "POST";
}

/** By the path of a list or creation: what the paths of its items begin with. */
function itemsOfOtherWords(operations: readonly Operation[]): ReadonlyMap<string, string> {
  const byPath = groupBy(operations, ({ path }) => plainPath(path));
  const items = groupBy(operations, ({ path }) => parentPathOf(path));
  const above = new Set([...byPath.keys()].flatMap(collectionsIn));
  const pairs = pairsOf([
    ...new Set([...byPath.keys(), ...items.keys()].filter((path) => path !== undefined)),
  ]);
  return new Map(
    pairs.flatMap(([one, many]) => {
      const [singular = [], plural = []] = [byPath.get(one), byPath.get(many)];
      // A POST to a singular may do something and create nothing: it is not paired with a plural.
      if (!items.has(one) || above.has(many) || !areOfOne(singular, plural)) return [];
      const read = items.get(one)?.find(({ method }) => method === "GET");
      const isAlike = plural.every((each) => !gathers(each) || isOfKind(each, read));
      return isAlike ? [[many, one] as const] : [];
    }),
  );
}

/**
 * Are the operations at the two paths those of one collection? At most one of them lists, and at most one creates. A singular
 * that can be read, changed or deleted is a single thing: the user who is signed in, or how a server is.
 */
function areOfOne(singular: readonly Operation[], plural: readonly Operation[]): boolean {
  const methods = [...singular, ...plural].map(({ method }) => method);
  const isSingle = singular.some(({ method }) => ["GET", "PATCH", "DELETE"].includes(method));
  return !isSingle && ["GET", "POST"].every((each) => methods.filter((other) => other === each).length < 2);
}

/** Is what an operation lists or takes what another one reads, as far as both are described? */
function isOfKind(operation: Operation, read: Operation | undefined): boolean {
  const shown = (each: Operation): AnySchema => jsonOf(responseTo(each, 200)?.contents ?? [])?.schema ?? {};
  const schema = operation.method === "POST" ? (operation.body?.schema ?? {}) : shown(operation);
  const objects = [schema, ...membersOf(schema).map((each) => each.schema)]
    .flatMap((each) => [each, plainSchema(each).items ?? {}])
    .map((each) => membersOf(each).flatMap(({ name }) => (name === "id" ? [] : [name])))
    .filter(({ length }) => length > 0);
  if (read === undefined || objects.length === 0 || membersOf(shown(read)).length === 0) return true;
  return objects.some((names) => showsHalf(read, names));
}

/** Pairs of paths whose last words are one singular and its plural, where neither is in another pair. */
function pairsOf(paths: readonly string[]): readonly (readonly [singular: string, plural: string])[] {
  const nouns = paths.filter((path) => wordOf(path) !== "" && !/[{}]|\/new$/i.test(lastOf(path)));
  const byName = groupBy(nouns, (path) => nameOf(path, wordOf(path)));
  const onlyOne = (name: string): readonly string[] => {
    const found = byName.get(name) ?? [];
    return found.length === 1 ? found : [];
  };
  const pairs = nouns.flatMap((path) => {
    const own = nameOf(path, wordOf(path));
    const names = new Set(oneOrMany(wordOf(path)).map((word) => nameOf(path, word)));
    names.delete(own);
    if (onlyOne(own).length === 0) return [];
    return [...names].flatMap((name) => onlyOne(name).map((plural) => [path, plural] as const));
  });
  const byPath = groupBy(pairs.flat(), (path) => path);
  return pairs.filter((pair) => pair.every((path) => byPath.get(path)?.length === 1));
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/"));
}

/** The last word of a path, however it is written. */
function wordOf(path: string): string {
  return lastOf(path).slice(1).replaceAll(/[-_]/g, "").toLowerCase();
}

/** A word beside the last one of a path. */
function nameOf(path: string, word: string): string {
  return `${parentUrl(path)}/${word}`;
}
