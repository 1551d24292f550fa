import { jsonOf, responseTo } from "../description/index.js";
import { actedOn, membersOf, parentPathOf, plainPath, statedTimes } from "../model/index.js";
import { actionsOn, changes } from "./selectors.js";
import { itemSchemaOf } from "./selectors-of-derived.js";
import type { Selector } from "./stage.js";

/** Operations that act on single items which the run can create and read: `POST /orders/{id}/ship`. */
export const actions: Selector = (op, { api, mayCall }) => {
  const itemPath = actedOn(op, api);
  const resource = api.resourceAt(itemPath ?? "");
  const create = resource?.creations.find(mayCall);
  const isAnswered = jsonOf(responseTo(op, 200)?.contents ?? []) !== undefined;
  if (itemPath === undefined || resource?.read === undefined || create === undefined || !isAnswered)
    return undefined;
  const { read } = resource;
  const others = actionsOn(itemPath, api).filter((each) => each !== op && mayCall(each));
  return { op, create, read, others, shown: itemSchemaOf(read, api), needs: [op, create], calls: [read] };
};

/** The same where the items are listed, too. */
export const listedActions: Selector = (op, callable) => {
  const roles = actions(op, callable);
  const list = callable.api.resourceAt(actedOn(op, callable.api) ?? "")?.list;
  return roles && list && { ...roles, list, needs: [...roles.needs, list] };
};

/** PUT and PATCH of single items that the run creates and reads, and on which other operations act. */
export const changesOfActedOn: Selector = (op, callable) => {
  const { api, mayCall } = callable;
  const roles = changes(op, callable);
  const others = roles && actionsOn(plainPath(op.path), api).filter(mayCall);
  if (roles?.read === undefined || others === undefined || others.length === 0) return undefined;
  return { ...roles, others, shown: itemSchemaOf(roles.read, api) };
};

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
