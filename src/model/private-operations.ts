import { type Contract, noKnowledge, type Operation } from "../description/index.js";
import { callableOf } from "./decisions.js";
import { collectionPathOf, plainPath } from "./paths.js";
import { needsKey } from "./security.js";

type Described = Omit<Contract, "requirements">;

/** An operation that shows or changes items that are their creator's alone, and what it takes to see that. */
export interface PrivateOperation {
  readonly operation: Operation;
  readonly creation: Operation;
  readonly read: Operation;
}

/** The operations of which the user says that they serve an item to nobody but the user who created it. */
export function privateOperations(described: Described): readonly PrivateOperation[] {
  const { privateItems } = described.known ?? noKnowledge;
  if (privateItems !== true && privateItems.length === 0) return [];
  const { api, called, mayCall } = callableOf(described);
  return called.flatMap((operation) => {
    const isNamed = privateItems === true || privateItems.includes(operation.id);
    const listed =
      operation.method === "GET" ? api.creationsAt(collectionPathOf(operation)).find(mayCall) : undefined;
    const creation = listed ?? api.resourceAt(operation.path)?.creations.find(mayCall);
    const read = creation && api.readOf(creation);
    if (!isNamed || creation === undefined || read === undefined || !needsKey(described, operation))
      return [];
    const isOnItem = plainPath(read.path) === plainPath(operation.path);
    return listed !== undefined || isOnItem ? [{ operation, creation, read }] : [];
  });
}

/** The user's settings for private items that have no effect: a sentence each. */
export function unusedPrivateItems(described: Described): readonly string[] {
  const { privateItems } = described.known ?? noKnowledge;
  const found = new Set(privateOperations(described).map(({ operation }) => operation.id));
  if (privateItems === true)
    return found.size > 0
      ? []
      : ["no operation that asks for a credential serves an item that a run creates"];
  return privateItems
    .filter((id) => !found.has(id))
    .map((id) => `${id} serves no item that a run creates, or asks for no credential`);
}
