import { jsonOf, type Operation, responseTo } from "../description/index.js";
import {
  type Api,
  actedOn,
  type Callable,
  changesBody,
  type DescribedItems,
  type KnownReference,
  knownReferences,
  membersOf,
  parentPathOf,
  plainPath,
  refusedStates,
  statedTimes,
} from "../model/index.js";
import { newItemsFor } from "./items/new-items.js";
import { parentOf } from "./lists/parents.js";
import { actionsOn, changes, deletions } from "./selectors.js";
import { itemSchemaOf } from "./selectors-of-derived.js";
import type { Roles, Selector } from "./stage.js";

/** Operations that act on single items which the run can create and read: `POST /orders/{id}/ship`. */
export const actions: Selector = (op, { api, mayCall }) => {
  const itemPath = actedOn(op, api);
  const resource = api.resourceAt(itemPath ?? "");
  const create = resource?.creations.find(mayCall);
  const isAnswered = jsonOf(responseTo(op, 200)?.contents ?? []) !== undefined;
  if (itemPath === undefined || resource?.read === undefined || create === undefined || !isAnswered)
    return undefined;
  const { read } = resource;
  const ways = waysToStates(read, { api, mayCall }, op);
  return { op, create, read, ...ways, shown: itemSchemaOf(read, api), needs: [op, create], calls: [read] };
};

/** The operations that bring items into another state: their actions but one, and the one that changes them. */
function waysToStates(
  read: Operation,
  { api, mayCall }: Pick<Callable, "api" | "mayCall">,
  op: Operation,
): Pick<Roles, "others" | "change"> {
  const itemPath = plainPath(read.path);
  const others = actionsOn(itemPath, api).filter((each) => each !== op && mayCall(each));
  const changing = api.operationsAt(itemPath).filter((each) => changesBody(each) && mayCall(each));
  const change = changing.find(({ method }) => method === "PATCH") ?? changing[0];
  return { others, ...(change && { change }) };
}

/** The same where the items are listed, too. */
export const listedActions: Selector = (op, callable) => {
  const roles = actions(op, callable);
  const list = callable.api.resourceAt(actedOn(op, callable.api) ?? "")?.list;
  return roles && list && { ...roles, list, needs: [...roles.needs, list] };
};

/** PUT, PATCH and DELETE of single items that the run creates and reads, with what brings these into other states. */
export const changesOfStates: Selector = (op, callable) => {
  const roles = changes(op, callable) ?? deletions(op, callable);
  if (roles?.read === undefined || roles.create === op) return undefined;
  return {
    ...roles,
    ...waysToStates(roles.read, callable, op),
    shown: itemSchemaOf(roles.read, callable.api),
  };
};

/** POST of items below others, or that refer to others: `create` and `read` are those of these others, as `others` and `change` are. */
export const creationsBelow: Selector = (op, callable) => {
  const { api, mayCall } = callable;
  if (op.method !== "POST") return undefined;
  const above = parentOf(op, api);
  const isJudged = ({ read }: KnownReference): boolean =>
    mayCall(read) && refusedStates(op, describedItems(read, api), true).length > 0;
  const reference = above === undefined ? knownReferences(op, api).find(isJudged) : undefined;
  const parent = above ?? (reference && newItemsFor(reference.read, api, mayCall));
  if (parent === undefined || !mayCall(parent.create) || actedOn(op, api) !== undefined) return undefined;
  return {
    op,
    ...parent,
    ...(reference && { references: [reference] }),
    ...waysToStates(parent.read, callable, op),
    shown: itemSchemaOf(parent.read, api),
    needs: [op, parent.create],
    calls: [parent.read],
  };
};

/** The description of the items that an operation reads. */
function describedItems(read: Operation, api: Api): DescribedItems {
  return { collection: parentPathOf(read.path) ?? "", members: membersOf(itemSchemaOf(read, api)) };
}

/** PUT and PATCH of items that show times of which a text says that a change sets or keeps them. */
export const timedChanges: Selector = (op, callable) => {
  const roles = changes(op, callable);
  if (roles?.read === undefined) return undefined;
  const sent = [op, roles.create].flatMap((each) => membersOf(each?.body?.schema).map(({ name }) => name));
  const members = membersOf(itemSchemaOf(roles.read, callable.api)).filter(
    ({ name }) => !sent.includes(name),
  );
  const times = statedTimes(op, { collection: parentPathOf(roles.read.path) ?? "", members });
  return times.moving.length + times.steady.length === 0 ? undefined : { ...roles, times };
};
