import { type Contract, noKnowledge, type Operation } from "../description/index.js";
import { itemLinkOf, operationsAt } from "./item-links.js";
import type { Effect } from "./policy.js";
import type { Resource } from "./resource.js";
import { collectionResource } from "./resource-index.js";

/** Can what an operation creates be read and deleted, does it go with an item of the run, or did the user allow it by name? */
export function isDeletable(
  operation: Operation,
  effect: Effect | undefined,
  { operations, known = noKnowledge }: Pick<Contract, "operations"> & Partial<Pick<Contract, "known">>,
  resources: ReadonlyMap<string, Resource>,
): boolean {
  const itemPath = collectionResource(resources, operation)?.itemPath;
  const onItem = itemPath === undefined ? [] : operationsAt(itemPath, operations);
  const has = (wanted: string): boolean => onItem.some(({ method }) => method === wanted);
  // That an item elsewhere can be deleted does not say that it is the one: a second link does.
  const isLinked = itemPath === undefined && itemLinkOf(operation, operations)?.isDeletable === true;
  const isAction = effect === "acts on own" && !operation.responses.has("201");
  return isAction || known.allow.includes(operation.id) || (has("GET") && has("DELETE")) || isLinked;
}
