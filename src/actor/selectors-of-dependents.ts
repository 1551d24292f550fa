import { groupBy, memoize, type Operation, operationText } from "../description/index.js";
import {
  type Api,
  type Callable,
  collectionPathOf,
  isUniqueWithin,
  knownReferences,
  matches,
  namesAnotherItem,
  nounPattern,
  ownerOf,
  type PatternGroup,
  parentPathOf,
  referringCreations,
  sentencesOf,
  wordsOf,
} from "../model/index.js";
import { newItemsFor } from "./items/new-items.js";
import { parentOf } from "./lists/parents.js";
import { changes, creations, deletions, removalAt } from "./selectors.js";
import type { Dependents, Roles, Selector } from "./stage.js";

/** DELETE of items below which others are, or to which others refer, where the description says that such an item stays (409). */
export const deletionsInUse: Selector = (op, callable) => {
  const roles = op.responses.has("409") ? deletions(op, callable) : undefined;
  if (roles === undefined) return undefined;
  const texts = [operationText(op), op.responses.get("409")?.description];
  const isStated = texts.some((text = "") => matches(text, "not-deleted"));
  const below = itemsBelow(op, callable);
  if (below !== undefined && isKeptInUse(op, below))
    return { ...roles, dependents: { roles: below }, needs: [...roles.needs, below.op] };
  const users = referringTo(roles.read, callable).find(
    (each) => (isStated || isKeptInUse(op, each.roles)) && !goesToo(op, each.roles),
  );
  return users && { ...roles, dependents: users, needs: [...roles.needs, users.roles.op] };
};

/** POST, PUT and PATCH with references to items of which the description says that they have to exist. */
export const referringToKnown: Selector = (op, callable) => {
  const roles = creations(op, callable) ?? changes(op, callable);
  const isRefused = ["400", "404", "409", "422", "4XX"].some((status) => op.responses.has(status));
  if (roles === undefined || !isRefused) return undefined;
  const references = knownReferences(op, callable.api).filter(
    ({ isStated, read }) => isStated && callable.mayCall(read),
  );
  return references.length === 0 ? undefined : { ...roles, references, needs: [op] };
};

/** POST of items that the run can read, of which a value is unique below one parent alone, or among those that refer to one item. */
export const creationsWithin: Selector = (op, callable) => {
  const { api, mayCall } = callable;
  const roles = creations(op, callable);
  if (roles === undefined) return undefined;
  const above = parentOf(op, api);
  if (above !== undefined && mayCall(above.create) && isUniqueWithin(op, collectionPathOf(above.create)))
    return {
      ...roles,
      parents: { op: above.create, ...above, needs: [] },
      dependents: { roles },
      needs: [op],
    };
  const reference = knownReferences(op, api).find(
    ({ read }) => mayCall(read) && isUniqueWithin(op, parentPathOf(read.path) ?? ""),
  );
  const made = reference && newItemsFor(reference.read, api, mayCall);
  if (reference === undefined || made === undefined) return undefined;
  const parents = { op: made.create, ...made, needs: [] };
  return { ...roles, parents, dependents: { roles, reference }, needs: [op, made.create] };
};

/** PUT and PATCH of items below which the run creates and reads others. */
export const changesOfParents: Selector = (op, callable) => {
  const roles = changes(op, callable);
  const within = roles && itemsBelow(op, callable);
  return roles && within && { ...roles, dependents: { roles: within }, needs: [...roles.needs, within.op] };
};

/**
 * DELETE of items below which the run creates and reads others, or to which others refer, that go with them, as the description says:
 * "Deletes a bed and its plants".
 */
export const deletionsOfParents: Selector = (op, callable) => {
  const roles = deletions(op, callable);
  if (roles === undefined) return undefined;
  const within = itemsBelow(op, callable);
  const isJudged =
    within !== undefined &&
    isRefusedBelow(within, callable) &&
    (goesToo(op, within) || (namesParent(within, op) && !says(op, within, "outlives")));
  const dependents = isJudged ? { roles: within } : itemsThatGoToo(roles, callable);
  return dependents && { ...roles, dependents, needs: [...roles.needs, dependents.roles.op] };
};

/** PUT, PATCH and DELETE of items that the run creates below another one, where 404 is the answer for what is not there. */
export const nestedChanges: Selector = (op, callable) => {
  const { api } = callable;
  const roles = op.method === "DELETE" ? deletions(op, callable) : changes(op, callable);
  const parent = api.resourceAt(op.path)?.parent?.read;
  const parents = parent && newItemsFor(parent, api, callable.mayCall);
  const nested = roles?.create &&
    roles.read && { op: roles.create, create: roles.create, read: roles.read, needs: [] };
  if (roles === undefined || nested === undefined || parents === undefined) return undefined;
  if (!op.responses.has("404") || !isRefusedBelow(nested, callable)) return undefined;
  const remove = removalAt(op.path, callable);
  const above: Roles = { op: parents.create, ...parents, needs: [] };
  const needs = [...roles.needs, parents.create];
  return { ...roles, ...(remove && { remove }), parents: above, needs };
};

/** How items are created that refer to those of an operation. */
export function referringTo(read: Operation | undefined, { api, mayCall }: Callable): readonly Dependents[] {
  const all = read === undefined ? [] : (referringCreations(api).get(read) ?? []);
  return all.flatMap(({ create, reference }): readonly Dependents[] => {
    const own = api.readOf(create);
    if (own === undefined || own === read || !mayCall(create) || !mayCall(own)) return [];
    return [{ roles: { op: create, create, read: own, needs: [] }, reference }];
  });
}

/** Creates and reads the items below those of an operation, also where these are read at a path of their own: `/bookings/{bookingId}`. */
export function itemsBelow({ path }: Operation, { api, mayCall }: Callable): Roles | undefined {
  const parent = api.resourceAt(path);
  if (parent === undefined) return undefined;
  for (const { parent: above, creations: all, read } of api.resources.values()) {
    const create = above === parent ? all.find(mayCall) : undefined;
    if (create === undefined || read === undefined || !mayCall(read)) continue;
    return { op: create, create, read, needs: [] };
  }
  for (const create of createdBelow(api).get(parent.itemPath) ?? []) {
    const read = api.readOf(create);
    if (read !== undefined && mayCall(create) && mayCall(read))
      return { op: create, create, read, needs: [] };
  }
  return undefined;
}

/** The creations below an item, by the path of that. */
const createdBelow = memoize((api: Api) =>
  groupBy([...api.operations.values()], ({ method, path }) =>
    method === "POST" ? ownerOf(path) : undefined,
  ),
);

/** Is 404 described for what is not there, of items that belong to one parent alone? */
function isRefusedBelow({ op, read }: Roles, { api }: Callable): boolean {
  const isShared = [op, read].some((each) => matches(each?.summary ?? "", "shared"));
  return read?.responses.has("404") === true && !isShared && !namesAnotherItem(read, api);
}

/** Names the 404 of a read the parent, too: "No such depot or shelf"? Elsewhere, a server may serve what has lost its parent. */
function namesParent({ read }: Roles, { path }: Operation): boolean {
  const named = nounPattern(path.replace(/\/[^/]*\/?$/, ""));
  return named.test(read?.responses.get("404")?.description ?? "");
}

/** The items that refer to those of a deletion, and are deleted with them, as its text says. */
function itemsThatGoToo({ op, read }: Roles, callable: Callable): Dependents | undefined {
  return (
    read &&
    referringTo(read, callable).find(
      ({ roles }) => roles.read?.responses.has("404") === true && goesToo(op, roles),
    )
  );
}

/** Says a deletion that others are deleted, too? */
function goesToo(deletion: Operation, others: Roles): boolean {
  return says(deletion, others, "deleted-too") && !says(deletion, others, "outlives");
}

/**
 * Says the 409 of a deletion, or a sentence on its refusal, that an item stays because of others? Those of some kind alone, as unpaid
 * invoices are, say nothing of the usual ones.
 */
function isKeptInUse(deletion: Operation, { op }: Roles): boolean {
  const plain = nounPattern(collectionPathOf(op), `(^|\\b(${[...wordsOf("before-nouns")].join("|")})\\s+)`);
  const conflict = sentencesOf(deletion.responses.get("409")?.description ?? "");
  const refusals = sentencesOf(operationText(deletion)).filter((each) => matches(each, "refuses"));
  return [...conflict, ...refusals].some((each) => plain.test(each) && matches(each, "kept-in-use"));
}

/** Says a sentence of an operation this of the items of others? */
function says(deletion: Operation, { op }: Roles, what: PatternGroup): boolean {
  const named = nounPattern(collectionPathOf(op));
  return sentencesOf(operationText(deletion)).some(
    (sentence) => named.test(sentence) && matches(sentence, what),
  );
}
