import { groupBy, jsonOf, memoize, type Operation, responseTo } from "../description/index.js";
import {
  type Api,
  actedOn,
  asList,
  bulkCreationOf,
  type Callable,
  changeableSingleton,
  changesBody,
  collectionPathOf,
  creationAndReadOf,
  endsInParameter,
  isOwnPart,
  itemNounOf,
  linksOf,
  matches,
  membersOf,
  namesAnotherItem,
  parentPathOf,
  shownSortingsOf,
  sizeOfTwo,
  sortingsOf,
  testedFilters,
  updatesItem,
} from "../model/index.js";
import { boundaryRows, isJsonType } from "../values/index.js";
import { newItemsFor, readsItems } from "./items/new-items.js";
import { parentOf } from "./lists/parents.js";
import type { Selector } from "./stage.js";

/** Every operation. */
export const anyOperation: Selector = (op) => ({ op, needs: [] });

/** Operations that serve nobody without the key. A deletion is tried when it is done anyway. */
export const secured: Selector = (op, callable) => {
  const all = callable.secured.filter(({ method }) => method !== "DELETE");
  return all.includes(op) ? { op, secured: all, needs: [] } : undefined;
};

/** Operations that take values with bounds, or optional ones. */
export const bounded: Selector = (op, { api }) => {
  if (boundaryRows(op).length === 0) return undefined;
  const read = api.readOf(op);
  return { op, ...(read && { read }), needs: [] };
};

/** PUT and PATCH of single items, by a body in JSON, which the run can create and read. */
export const changes: Selector = (op, { api, mayCall }) => {
  const { method, body, path } = op;
  const related = newItemsFor(op, api, mayCall);
  if (related === undefined || body === undefined || !isJsonType(body.mediaType)) return undefined;
  if (!["PUT", "PATCH"].includes(method) || !endsInParameter(path)) return undefined;
  return { op, ...related, needs: [op, related.create] };
};

/** PUT and PATCH of single items that a list shows. */
export const listedChanges: Selector = (op, callable) => {
  const roles = changes(op, callable);
  const list = callable.api.resourceAt(op.path)?.list;
  return roles && list && { ...roles, list, needs: [...roles.needs, list] };
};

/** PATCH of single items. */
export const patches: Selector = (op, callable) =>
  op.method === "PATCH" ? changes(op, callable) : undefined;

/** PUT and PATCH of single items, by any body, which the run can read, and what creates these, if anything does. */
export const readChanges: Selector = (op, { api, mayCall }) => {
  const read = api.readOf(op);
  const create = api.resourceAt(op.path)?.creations.find(mayCall);
  const isChange = ["PUT", "PATCH"].includes(op.method) && op.body !== undefined && endsInParameter(op.path);
  return read === undefined || !isChange ? undefined : { op, ...(create && { create }), read, needs: [] };
};

/** PUT and PATCH of parts of items of the run, and updates that are posted to these items, which the run can read. */
export const parts: Selector = (op, { api }) => {
  const read = api.readAt(op.path);
  const isPart = isOwnPart(op, api) || updatesItem(op, api);
  return read === undefined || op.body === undefined || !isPart ? undefined : { op, read, needs: [] };
};

/** POST of items that the run can read. */
export const creations: Selector = (op, { api }) => {
  const read = op.method === "POST" ? api.readOf(op) : undefined;
  return read && { op, create: op, read, needs: [] };
};

/** The same where the run may delete them. */
export const deletableCreations: Selector = (op, callable) => {
  const roles = creations(op, callable);
  const remove = roles?.read && removalAt(roles.read.path, callable);
  return roles && remove && { ...roles, remove };
};

/** POST of several items in one request, which the run can read. */
export const bulkCreations: Selector = (op, { api }) => {
  const bulk = bulkCreationOf(op, api);
  const { read, list } = bulk?.resource ?? {};
  if (bulk === undefined || read === undefined || bulk.maxItems < 2) return undefined;
  return { op, bulk, read, ...(list && { list }), needs: [op], calls: [read] };
};

/** POST of items that the run can read, where they are listed. */
export const listedCreations: Selector = (op, callable) => {
  const roles = creations(op, callable);
  const list = callable.api.listAt(collectionPathOf(op));
  return roles && list && { ...roles, list, needs: [op] };
};

/** GET, and what changes the items that it reads. */
export const reads: Selector = (op, { api }) => {
  const change = api.operationsAt(op.path).find(changesBody);
  return op.method === "GET" ? { op, read: op, ...(change && { change }), needs: [] } : undefined;
};

/** HEAD, where GET is described at the same path. */
export const headOfReads: Selector = (op, { api, mayCall }) => {
  const read = op.method === "HEAD" ? api.readAt(op.path) : undefined;
  return read && mayCall(read) ? { op, read, needs: [] } : undefined;
};

/** DELETE of single items that the run can create, read and list. */
export const listedDeletions: Selector = (op, callable) => {
  const roles = deletions(op, callable);
  const list = callable.api.resourceAt(op.path)?.list;
  return roles && list && { ...roles, list, needs: [...roles.needs, list] };
};

/** GET of lists, and searches, that may be sorted. */
export const sortedLists: Selector = (op, { api }) => {
  const list = asList(op, api);
  if (list === undefined || sortingsOf(list).length + shownSortingsOf(list).length === 0) return undefined;
  return { op: list, list, needs: [] };
};

/** Every GET and every search, with what adds an item to its list, and what asks for a page of it: `when` says which of them are lists. */
export const lists: Selector = (op, { api, mayCall }) => {
  const list = asList(op, api);
  if (list === undefined) return undefined;
  const create = api.creationsAt(collectionPathOf(list)).find(mayCall);
  const size = sizeOfTwo(list, api);
  return { op: list, list, ...(create && { create }), ...(size && { size }), needs: [] };
};

/** POST of items below another one: of these, the run creates and reads the parents. */
export const nestedCreations: Selector = (op, { api }) => {
  const parent = op.method === "POST" ? parentOf(op, api) : undefined;
  return parent && { op, ...parent, needs: [] };
};

/** GET of lists below items that the run creates and reads. */
export const listsBelow: Selector = (op, { api }) => {
  const parent = api.listAt(collectionPathOf(op)) === op ? parentOf(op, api) : undefined;
  return parent && { op, list: op, ...parent, needs: [op, parent.read] };
};

/** The same where they are listed below their parent. */
export const listedBelow: Selector = (op, callable) => {
  const roles = nestedCreations(op, callable);
  const list = callable.api.listAt(collectionPathOf(op));
  return roles?.create && list && { ...roles, list, calls: [list, roles.create] };
};

/**
 * GET of an item that was created below another one, and of a list of these, where they are created below it alone, and 404 is the
 * answer for what is not there.
 */
export const nestedReads: Selector = (op, { api }) => {
  const { method, path, responses } = op;
  const isItem = parentPathOf(path) !== undefined;
  const collected = api.resourcesIn(collectionPathOf(op));
  const resource = isItem ? api.resourceAt(path) : collected.find((each) => each.operations.length > 0);
  const [nested, parent] = [resource?.read, resource?.parent?.read];
  if (method !== "GET" || nested === undefined || parent === undefined || !responses.has("404"))
    return undefined;
  if (jsonOf(responseTo(op, 200)?.contents ?? []) === undefined || namesAnotherItem(nested, api))
    return undefined;
  // Another property looks in a list for the items that were posted to it.
  if (!isItem && api.creationsAt(collectionPathOf(op)).length > 0) return undefined;
  const [parents, created] = [newItemsFor(parent, api), newItemsFor(nested, api)];
  if (parents === undefined || created === undefined) return undefined;
  if ([op, created.create].some(({ summary = "" }) => matches(summary, "shared"))) return undefined;
  return { op, ...parents, nested, list: op, needs: [], calls: [op, nested, parents.create, parents.read] };
};

/** PUT and DELETE of links between items. */
export const links: Selector = (op, { api }) => {
  const found = linksOf(op, api);
  if (found === undefined) return undefined;
  const { put, list, removal } = found;
  return { op, links: found, needs: op === put ? [] : [put], calls: [put, list, removal] };
};

/** PUT of links, where a refusal is described for an end that is not there. */
export const linksToKnown: Selector = (op, callable) => {
  const roles = links(op, callable);
  const known = roles?.links?.end;
  if (known === undefined || roles?.links?.put !== op) return undefined;
  const { collectionPath, itemPath } = known;
  const read = callable.api.readAt(itemPath);
  // 404 may be about the item that is linked from.
  const end = new RegExp(`\\b${itemNounOf(collectionPath)}`, "i");
  const isRefused = ["404", "410", "422"].some((status) =>
    end.test(op.responses.get(status)?.description ?? ""),
  );
  return read && isRefused
    ? { ...roles, read, needs: [op], calls: [...(roles.calls ?? []), read] }
    : undefined;
};

/** GET of lists, and searches, that have filters. */
export const filteredLists: Selector = (op, { api }) => {
  const list = asList(op, api);
  return list === undefined || testedFilters(list).length === 0 ? undefined : { op: list, list, needs: [] };
};

/** PUT and PATCH, by any body. */
export const bodyChanges: Selector = (op, { api }) => {
  const read = api.readOf(op);
  return changesBody(op) ? { op, change: op, ...(read && { read }), needs: [] } : undefined;
};

/** DELETE of single items that the run can create and read, and what changes them. */
export const deletions: Selector = (op, { api, mayCall }) => {
  const related = op.method === "DELETE" ? creationAndReadOf(op, api, mayCall) : undefined;
  const change = api.operationsAt(op.path).find(changesBody);
  return related && { op, ...related, ...(change && { change }), needs: [related.create] };
};

/** DELETE of single items that the run can read, and the changes that it refuses then. */
export const readDeletions: Selector = (op, callable) => {
  const { api } = callable;
  const read = op.method === "DELETE" ? api.readOf(op) : undefined;
  const changes = api
    .operationsAt(op.path)
    .filter(callable.mayCall)
    .flatMap((each) => changesOfDeletable(each, callable) ?? []);
  return read && { op, read, changes, needs: [] };
};

/** DELETE of items that the run cannot read. */
export const unreadDeletions: Selector = (op, { api }) =>
  op.method === "DELETE" && api.readOf(op) === undefined ? { op, needs: [] } : undefined;

/**
 * PUT and PATCH of items that the run can read and delete, where a refusal is described. Where a deleted item may be restored by it, it
 * may change what nobody can read.
 */
export const changesOfDeletable: Selector = (op, callable) => {
  const { method, path, body, responses } = op;
  const read = callable.api.readOf(op);
  const remove = removalAt(path, callable);
  const isRefused = ["404", "410", "4XX", "default"].some((status) => responses.has(status));
  const mayCreate = method === "PATCH" && responses.has("201");
  if (!changesBody(op) || mayCreate || mayRestore(body) || !isRefused) return undefined;
  return read && remove && { op, read, remove, needs: [] };
};

/** The DELETE at a path that the run may send. */
export function removalAt(path: string, { api, mayCall }: Callable): Operation | undefined {
  return api.operationsAt(path).find((each) => each.method === "DELETE" && mayCall(each));
}

/** The operations that act on the items at a path. */
export function actionsOn(itemPath: string, api: Api): readonly Operation[] {
  return actionsByItem(api).get(itemPath) ?? [];
}

/** By the path of the items that they act on: a large description has thousands of operations. */
const actionsByItem = memoize((api: Api) =>
  groupBy([...api.operations.values()], (each) => actedOn(each, api)),
);

function mayRestore(body: Operation["body"]): boolean {
  return membersOf(body?.schema).some(({ name, schema: { enum: words = [] } }) =>
    [name, ...words].some((word) => matches(`${word}`, "presence")),
  );
}

/** PUT, PATCH and POST of a singleton, which the run sends on a store that may be thrown away. */
export const singletonChanges: Selector = (op, { cautions }) => {
  const singleton = changeableSingleton(cautions.get(op));
  return singleton && { op, read: singleton.read, needs: [] };
};

/** GET of single items among many, where a refusal is described for one that is not there. */
export const itemReads: Selector = (op, { api }) =>
  readsItems(op, api) ? { op, read: op, needs: [] } : undefined;
