import type { Operation } from "../description/index.js";
import type { Json } from "../json/index.js";
import {
  type Api,
  type Callable,
  collectionPathOf,
  derivedMembers,
  isState,
  itemSchemaIn,
  membersOf,
} from "../model/index.js";
import { type AnySchema, plainSchema, schemaAt } from "../schema/index.js";
import { shownSchema } from "../values/index.js";
import { type NewItems, newItemsFor } from "./items/new-items.js";
import { changes, creations, removalAt } from "./selectors.js";
import { itemsBelow, referringTo } from "./selectors-of-dependents.js";
import type { Dependents, Derived, Selector } from "./stage.js";

/** GET of items that the run creates, of which members follow from others, which are below them or refer to them. */
export const derivedReads: Selector = (op, callable) => {
  const { api, mayCall } = callable;
  const above = op.method === "GET" && api.readOf(op) === op ? newItemsFor(op, api, mayCall) : undefined;
  if (above === undefined) return undefined;
  const below = itemsBelow(op, callable);
  const all = [...(below === undefined ? [] : [{ roles: below }]), ...referringTo(op, callable)];
  const derived = all.flatMap((dependents) => derivedFrom(dependents, above, callable));
  const needs = [...new Set([op, above.create, ...derived.map(({ dependents }) => dependents.roles.op)])];
  return derived.length === 0 ? undefined : { op, ...above, derived, needs };
};

/** POST of items that the run can read, and what these show. */
export const shownCreations: Selector = (op, callable) => {
  const roles = creations(op, callable);
  return roles?.read && { ...roles, shown: itemSchemaOf(roles.read, callable.api) };
};

/** PUT and PATCH of single items, by a body in JSON, which the run can create and read, and what these show. */
export const shownChanges: Selector = (op, callable) => {
  const roles = changes(op, callable);
  return roles?.read && { ...roles, shown: itemSchemaOf(roles.read, callable.api) };
};

/** The members of items that follow from their dependents. */
function derivedFrom(
  dependents: Dependents,
  { create, read }: NewItems,
  callable: Callable,
): readonly Derived[] {
  const { api } = callable;
  const { op, read: readOther = op } = dependents.roles;
  const remove = removalAt(readOther.path, callable);
  const others = { collection: collectionPathOf(op), other: itemSchemaOf(readOther, api) };
  const sent = plainSchema(create.body?.schema ?? {});
  const sentOfOthers = new Set(membersOf(op.body?.schema).map(({ name }) => name));
  const mayStay = membersOf(others.other).some(({ name }) => isState(name) && !sentOfOthers.has(name));
  return derivedMembers(itemSchemaOf(read, api), sent, others).map((member) => ({
    member,
    dependents,
    mayStay,
    values: lowValues(schemaAt(plainSchema(op.body?.schema ?? {}), [member.of ?? ""])),
    remove: remove && { op: remove, read: readOther, needs: [] },
  }));
}

/** Two different numbers within bounds, near their lower end; none where that is open. */
function lowValues({ type, minimum, maximum = Number.POSITIVE_INFINITY }: AnySchema): readonly Json[] {
  if (type !== "integer" || minimum === undefined || minimum + 1 > maximum) return [];
  const first = Math.ceil(minimum + (minimum + 2 <= maximum ? 1 : 0));
  return [first, first + 1].map(BigInt);
}

/** The plain schema of an item that an operation reads, without what wraps it. */
export function itemSchemaOf(read: Operation, { resourceAt }: Api): AnySchema {
  return itemSchemaIn(resourceAt(read.path), shownSchema(read));
}
