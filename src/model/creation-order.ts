import type { Operation } from "../description/index.js";
import { plainSchema } from "../schema/index.js";
import { segmentsOf } from "./item-operations.js";
import { collectionPathOf, collectionsIn } from "./paths.js";
import { bodyPlaces, pointerTo } from "./places.js";
import type { Api, Resource } from "./resource.js";
import { referredInText, referredTo } from "./resource-references.js";

/** The kinds of item that have to be there for an operation: those of its path, and those that its body refers to by name. */
export function kindsNeeded(operation: Operation, api: Api): readonly Resource[] {
  return [...kindsInPath(operation, api), ...kindsInBody(operation, api)];
}

/**
 * The operations in an order in which items are created before those that refer to them, or that are below them. Short paths come first
 * otherwise. In a circle, the references that a body has to have count more than those that it may leave out.
 */
export function inOrderOfCreation(operations: readonly Operation[], api: Api): readonly Operation[] {
  const bySegments = operations.toSorted((left, right) => segmentsOf(left) - segmentsOf(right));
  const byAll = sortedAfter(bySegments, (each) => creationsOf(kindsNeeded(each, api)));
  return sortedAfter(byAll, (each) =>
    creationsOf([...kindsInPath(each, api), ...kindsInBody(each, api, "required")]),
  );
}

function kindsInPath({ path }: Operation, api: Api): readonly Resource[] {
  return collectionsIn(path).flatMap((collection) => api.resourcesIn(collection));
}

/** The kinds of other items that a body refers to. */
function kindsInBody(operation: Operation, api: Api, wanted?: "required"): readonly Resource[] {
  const places = bodyPlaces(operation);
  const optional = new Set(places.filter((each) => !each.isRequired).map(({ place }) => pointerTo(place)));
  const own = collectionPathOf(operation);
  return places.flatMap(({ place, schema }) => {
    const { readOnly = false, enum: words } = plainSchema(schema);
    const isOptional = place.path.some(
      (name, index) =>
        name !== "*" && optional.has(pointerTo({ ...place, path: place.path.slice(0, index + 1) })),
    );
    if (readOnly || words !== undefined || (wanted === "required" && isOptional)) return [];
    const found =
      referredTo(place.path.findLast((name) => name !== "*") ?? "", api.resources) ??
      referredInText(plainSchema(schema), api.resources);
    return found === undefined || found.collectionPath === own ? [] : [found];
  });
}

function creationsOf(kinds: readonly Resource[]): readonly Operation[] {
  return kinds.flatMap(({ creations }) => creations);
}

/** The same operations, with those that post something behind others; in a circle, the one that was first stays first. */
function sortedAfter(
  operations: readonly Operation[],
  before: (operation: Operation) => readonly Operation[],
): readonly Operation[] {
  const [all, begun] = [new Set(operations), new Set<Operation>()];
  const sorted: Operation[] = [];
  // A chain of thousands would be too deep for calls within calls.
  const open = operations.toReversed().map((operation) => ({ operation, isReady: false }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { operation, isReady } = next;
    if (isReady) sorted.push(operation);
    if (isReady || begun.has(operation)) continue;
    begun.add(operation);
    open.push({ operation, isReady: true });
    const earlier = operation.method === "POST" ? before(operation) : [];
    const due = earlier.filter((each) => all.has(each) && !begun.has(each));
    open.push(...due.toReversed().map((each) => ({ operation: each, isReady: false })));
  }
  return sorted;
}
