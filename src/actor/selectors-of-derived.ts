import { type Operation, operationText, responseTo } from "../description/index.js";
import type { Json } from "../json/index.js";
import {
  type Api,
  type Callable,
  changesBody,
  collectionPathOf,
  type DerivedMember,
  derivedFigures,
  derivedMembers,
  formulasOf,
  isState,
  itemSchemaIn,
  knownReferences,
  type Member,
  matches,
  mayLeaveOut,
  membersOf,
  type Others,
  plainPath,
  shownSingleton,
} from "../model/index.js";
import { type AnySchema, plainSchema, schemaAt, typeOf } from "../schema/index.js";
import { shownSchema } from "../values/index.js";
import { type NewItems, newItemsFor } from "./items/new-items.js";
import { actionsOn, changes, creations, removalAt } from "./selectors.js";
import { itemsBelow, referringTo } from "./selectors-of-dependents.js";
import type { Dependents, Derived, Roles, Selector } from "./stage.js";

/**
 * GET of items that the run creates, of which members follow from others, which are below them or refer to them; and GET of what is there
 * once, such as statistics, of which members follow from the items of a collection.
 */
export const derivedReads: Selector = (op, callable) => {
  const { api, mayCall } = callable;
  if (op.method !== "GET") return undefined;
  const above = api.readOf(op) === op ? newItemsFor(op, api, mayCall) : undefined;
  const derived = above === undefined ? figuresOf(op, callable) : derivedOf(op, above, callable);
  const needs = [op, above?.create ?? op, ...derived.map(({ dependents }) => dependents.roles.op)];
  return derived.length === 0 ? undefined : { op, read: op, ...above, derived, needs: [...new Set(needs)] };
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

/** The members of the items of an operation that follow from their dependents. */
function derivedOf(op: Operation, { create, read }: NewItems, callable: Callable): readonly Derived[] {
  const below = itemsBelow(op, callable);
  const all = [...(below === undefined ? [] : [{ roles: below }]), ...referringTo(op, callable)];
  const sent = plainSchema(create.body?.schema ?? {});
  return all.flatMap((dependents) => {
    const others = othersOf(dependents, callable);
    const sentOfOthers = new Set(membersOf(dependents.roles.op.body?.schema).map(({ name }) => name));
    const hasState = membersOf(others.other).some(({ name }) => isState(name) && !sentOfOthers.has(name));
    return derivedMembers(itemSchemaOf(read, callable.api), sent, others).map((member) =>
      derivedFrom(member, dependents, callable, {
        mayStay: hasState && member.counted === undefined,
        isAtOnce: true,
      }),
    );
  });
}

/** The members of what is there once that follow from the items of the only collection that their text names. */
function figuresOf(op: Operation, callable: Callable): readonly Derived[] {
  const { api, mayCall } = callable;
  const isAsked = op.parameters.some((each) => each.in === "query" || each.in === "path");
  const text = `${operationText(op)}. ${responseTo(op, 200)?.description ?? ""}`;
  const isList = api.resourceIn(op) !== undefined || api.creationsAt(collectionPathOf(op)).length > 0;
  const shown = shownSingleton(op).schema;
  if (isAsked || isList || matches(text, "says-late") || !hasFigures(shown)) return [];
  const sent = api
    .operationsAt(op.path)
    .flatMap((each) => membersOf(each.body?.schema).map(({ name }) => name));
  const all = [...api.resources.values()].flatMap((resource): readonly Derived[] => {
    const { read, collectionPath } = resource;
    const items = read && mayCall(read) ? newItemsFor(read, api, mayCall) : undefined;
    if (items === undefined || collectionPath.includes("{")) return [];
    const [reference, above] = referredTo(items, callable);
    const dependents = { roles: { op: items.create, ...items, needs: [] }, ...(reference && { reference }) };
    const others = othersOf(dependents, callable);
    const figures = derivedFigures(shown, others).filter(({ at: [name = ""] }) => !sent.includes(name));
    return figures.map((member) =>
      derivedFrom(member, dependents, callable, {
        mayStay: mayLeaveOut(member, shown, others),
        isAtOnce: matches(text, "says-at-once"),
        ...(above && { above }),
      }),
    );
  });
  const keyOf = ({ member }: Derived): string => member.at.join("/");
  return all.filter((each) => all.filter((other) => keyOf(other) === keyOf(each)).length === 1);
}

/** The member by which new items refer to others, and how the run creates these; none where there are none of another kind. */
function referredTo({ create, read }: NewItems, { api, mayCall }: Callable) {
  for (const reference of knownReferences(create, api)) {
    const above = newItemsFor(reference.read, api, mayCall);
    if (above === undefined || above.read === read || !mayCall(above.read)) continue;
    return [reference, { op: above.create, ...above, needs: [] }] as const;
  }
  return [];
}

/** Says the text of a member that it counts or sums something, also within an object? */
function hasFigures(shown: AnySchema): boolean {
  const members = membersOf(shown);
  return [...members, ...members.flatMap(({ schema }) => membersOf(schema))].some(
    ({ schema: { description = "" } }) =>
      matches(description, "says-count") || matches(description, "says-sum"),
  );
}

function othersOf({ roles: { op, read = op } }: Dependents, { api }: Callable): Others {
  return { collection: collectionPathOf(op), other: itemSchemaOf(read, api) };
}

function derivedFrom(
  member: DerivedMember,
  dependents: Dependents,
  callable: Callable,
  facts: Pick<Derived, "mayStay" | "isAtOnce" | "above">,
): Derived {
  const { op, read = op } = dependents.roles;
  const { of, counted } = member;
  const remove = removalAt(read.path, callable);
  const change = [...callable.api.operationsAt(read.path)]
    .filter((each) => callable.mayCall(each))
    .flatMap((each): readonly Roles[] => {
      const roles =
        changes(each, callable) ?? (changesBody(each) ? { op: each, read, needs: [] } : undefined);
      return roles === undefined ? [] : [roles];
    })
    .toSorted((left, right) => left.op.method.localeCompare(right.op.method))[0];
  const sends = membersOf(change?.op.body?.schema);
  const state = sends.find(({ name, schema }) => name === counted?.name && schema.readOnly !== true);
  const [uncounted] = state === undefined ? [] : otherStates(state, counted?.values ?? []);
  return {
    ...facts,
    member,
    dependents,
    ...(uncounted !== undefined && { uncounted }),
    values: lowValues(schemaAt(plainSchema(op.body?.schema ?? {}), [of ?? ""])),
    change: of === undefined && uncounted === undefined ? undefined : change,
    end: formulasOf(itemSchemaOf(read, callable.api)).find(
      ({ name, operator }) => name === of && operator === "days",
    )?.right,
    actions:
      counted === undefined ? [] : actionsOn(plainPath(read.path), callable.api).filter(callable.mayCall),
    remove: remove && { op: remove, read, needs: [] },
  };
}

/** The values of a flag or an enumeration that are not among some. */
function otherStates({ schema }: Member, values: readonly Json[]): readonly Json[] {
  const words = (schema.enum ?? []).filter((each) => typeof each === "string");
  const all: readonly Json[] = typeOf(schema) === "boolean" ? [true, false] : words;
  return all.filter((each) => !values.includes(each));
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
