import type { Operation } from "../description/index.js";
import { groupBy } from "../description/index.js";
import { oneOrMany } from "./names.js";
import { collectionPathOf } from "./paths.js";
import type { Resource } from "./resource.js";

type Resources = ReadonlyMap<string, Resource>;

/** The kind of item that a collection is of. */
export function collectionResource(
  resources: Resources,
  operation: Pick<Operation, "path" | "itemsAt">,
): Resource | undefined {
  return resourcesIn(resources, collectionPathOf(operation))[0];
}

/** The kinds of item in a collection, whatever a path calls their ids. */
export function resourcesIn(resources: Resources, collection: string): readonly Resource[] {
  return indexOf(resources).byCollection.get(collection) ?? [];
}

/** The kinds of item whose ids have this name in paths. */
export function withParameter(resources: Resources, parameter: string): readonly Resource[] {
  return indexOf(resources).byParameter.get(parameter) ?? [];
}

/** The words of a name that are looked for, from its end. */
const mostWords = 10;

/**
 * The item that a member of a body may refer to: `authorId`, `author_id` and `firstAuthorId` to one of `/authors`.
 * @param isWanted which of those with the name
 */
export function referredTo(
  member: string,
  resources: Resources,
  isWanted: (resource: Resource) => boolean = () => true,
): Resource | undefined {
  const [, name = ""] = /^(.+?)_?(?:id|Id|ID)$/.exec(member) ?? [];
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/_+/)
    .slice(-mostWords);
  const { byWord, positions } = indexOf(resources);
  const positionOf = (each: Resource): number => positions.get(each) ?? 0;
  for (const [index] of words.entries()) {
    const singular = words.slice(index).join("");
    const [found] = (singular === "" ? [] : oneOrMany(singular))
      .flatMap((word) => byWord.get(word)?.find(isWanted) ?? [])
      .toSorted((left, right) => positionOf(left) - positionOf(right));
    if (found !== undefined) return found;
  }
  return undefined;
}

const indices = new WeakMap<Resources, ReturnType<typeof makeIndex>>();

/** Large descriptions have thousands of kinds, and to look through all for each takes minutes. */
function indexOf(resources: Resources): ReturnType<typeof makeIndex> {
  const index = indices.get(resources) ?? makeIndex([...resources.values()]);
  indices.set(resources, index);
  return index;
}

function makeIndex(resources: readonly Resource[]) {
  return {
    positions: new Map(resources.map((each, index) => [each, index])),
    byCollection: groupBy(resources, ({ collectionPath }) => collectionPath),
    byParameter: groupBy(resources, ({ parameter }) => parameter),
    byWord: groupBy(resources, lastWordOf),
  };
}

/** The last word of the path of a collection, however it is written. */
function lastWordOf({ collectionPath }: Resource): string {
  return collectionPath
    .slice(collectionPath.lastIndexOf("/") + 1)
    .toLowerCase()
    .replaceAll(/[-_]/g, "");
}
