import { type Contract, noKnowledge, type Operation } from "../description/index.js";
import { type Callable, callableOf } from "./decisions.js";
import { collectionPathOf, plainPath } from "./paths.js";
import { needsKey } from "./security.js";

/**
 * Finds what creates and what reads the items of an operation of which the user says that it serves an item to nobody but the user
 * who created it; undefined for another one.
 */
export function privateItemsOf(operation: Operation, { described, api, mayCall }: Callable) {
  const { privateItems } = described.known ?? noKnowledge;
  if (privateItems !== true && !privateItems.includes(operation.id)) return undefined;
  const listed =
    operation.method === "GET" ? api.creationsAt(collectionPathOf(operation)).find(mayCall) : undefined;
  const create = listed ?? api.resourceAt(operation.path)?.creations.find(mayCall);
  const read = create && api.readOf(create);
  if (create === undefined || read === undefined || !needsKey(described, operation)) return undefined;
  const isOnItem = plainPath(read.path) === plainPath(operation.path);
  return listed !== undefined || isOnItem ? { create, read } : undefined;
}

/** The user's settings for private items that have no effect: a sentence each. */
export function unusedPrivateItems(described: Omit<Contract, "requirements">): readonly string[] {
  const { privateItems } = described.known ?? noKnowledge;
  const callable = callableOf(described);
  const found = callable.called.filter((each) => privateItemsOf(each, callable) !== undefined);
  if (privateItems === true)
    return found.length > 0
      ? []
      : ["no operation that asks for a credential serves an item that a run creates"];
  return privateItems
    .filter((id) => found.every((each) => each.id !== id))
    .map((id) => `${id} serves no item that a run creates, or asks for no credential`);
}
