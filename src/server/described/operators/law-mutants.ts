import type { Operation, UnderivedContract } from "../../../description/index.js";
import { type JsonObject, renderJson } from "../../../json/index.js";
import { sortingsOf } from "../../../model/index.js";
import { plainSchema, typeOf } from "../../../schema/index.js";
import type { Call } from "../call.js";
import { actionOf, deriveItems, type Item, type Items } from "../described-items.js";
import type { DescribedMutant, Handlers, MutationOperators } from "../handlers.js";
import { altered, memberNames, otherThan } from "./state-mutants.js";

/** Faults that no single response shows: what was seen of an item before contradicts it. */
export const lawMutants: MutationOperators = (operation, described) => {
  const action = actionOf(operation, deriveItems(described));
  const make = (operator: string, deviation: () => Partial<Handlers>): DescribedMutant => ({
    operator,
    operation: operation.id,
    name: `${operator}: ${operation.id}`,
    deviation,
  });
  if (action.kind === "list")
    return [
      make("an item listed twice", () => ({
        arrange: (items, call) =>
          call.operation.id === operation.id ? [...items.slice(-1), ...items] : items,
      })),
      ...(isAddedTo(action.items, described)
        ? [make("created twice", () => ({ arrange: (items) => items.flatMap(withSecond(action.items)) }))]
        : []),
      ...(sortingsOf(operation).length > 0
        ? [
            make("sorting drops an item", () => ({
              arrange: (items, call) => withoutOne(items, operation, call),
            })),
          ]
        : []),
    ];
  if (action.kind !== "replace" && action.kind !== "change") return [];
  const { items } = action;
  const isRead = [...described.operations.values()].some(
    ({ method, path }) => method === "GET" && path === items.resource?.itemPath,
  );
  const [name] = memberNames(items, operation);
  if (!isRead || name === undefined) return [];
  const { idMember = "id" } = items;
  return [
    make("refused, and changed", () => onceRefused(operation, (members) => altered(members, name))),
    make("refused, and gone", () => onceRefused(operation, () => undefined)),
    make("another id once changed", () => onceDone(operation, idMember)),
    ...(action.kind === "replace"
      ? [make("replaced again by the same", () => onceRepeated(operation, name))]
      : []),
  ];
};

/** Does the API add such items, and count their ids? */
function isAddedTo(
  { collectionPath, idMember = "id", shown }: Items,
  { operations }: UnderivedContract,
): boolean {
  const isCounted = typeOf(plainSchema(shown[idMember] ?? {})) === "integer";
  return (
    isCounted &&
    [...operations.values()].some(({ method, path }) => method === "POST" && path === collectionPath)
  );
}

/** Makes a function that returns an item, and the same with another id. */
function withSecond({ idMember = "id" }: Items): (item: Item) => readonly Item[] {
  return (item) => {
    const id = item.members[idMember];
    if (typeof id !== "bigint") return [item];
    return [item, { ...item, members: { ...item.members, [idMember]: id + 1_000_000n } }];
  };
}

function withoutOne(items: readonly Item[], { id }: Operation, call: Call): readonly Item[] {
  const isSorted =
    call.operation.id === id &&
    sortingsOf(call.operation).some(({ chosen }) => chosen.every(([{ name }]) => call.query.has(name)));
  return isSorted ? items.slice(0, -1) : items;
}

/** Makes handlers that show an item in another way once a request to it was refused. */
function onceRefused(
  { id }: Operation,
  change: (members: JsonObject) => JsonObject | undefined,
): Partial<Handlers> {
  const refused = new Set<string>();
  return {
    object: (objections, { operation, path }) => {
      if (operation.id === id && objections.length > 0) refused.add(path);
      return objections;
    },
    find: (item, { path }) => {
      if (item === undefined || !refused.has(path)) return item;
      const members = change(item.members);
      return members && { ...item, members };
    },
  };
}

/** Makes handlers that show an item with another id once it was changed. */
function onceDone({ id }: Operation, idMember: NonNullable<Items["idMember"]>): Partial<Handlers> {
  const changed = new Set<string>();
  return {
    keep: (members, { call: { operation, path } }) => {
      if (operation.id === id) changed.add(path);
      return members;
    },
    find: (item, { path, operation: { method } }) => {
      const shown = item?.members[idMember];
      if (item === undefined || shown === undefined || method !== "GET" || !changed.has(path)) return item;
      return { ...item, members: { ...item.members, [idMember]: otherThan(shown) } };
    },
  };
}

/** Makes handlers that keep something else when the same is sent again. */
function onceRepeated({ id }: Operation, name: string): Partial<Handlers> {
  const last = new Map<string, string>();
  return {
    keep: (members, { sent, call: { operation, path } }) => {
      const isSame = operation.id === id && last.get(path) === renderJson(sent);
      if (operation.id === id) last.set(path, renderJson(sent));
      return isSame ? altered(members, name) : members;
    },
  };
}
