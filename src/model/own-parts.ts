import type { Contract, Operation } from "../description/index.js";
import { wordsIn } from "../generate/index.js";
import { creationAt, operationsAt, readAt, readOf } from "./item-links.js";
import { isOf } from "./lexicon.js";
import { endsInParameter, ownerOf, parentPathOf } from "./paths.js";
import { createsByPut } from "./put-creations.js";

type Operations = Contract["operations"];

/** Does an operation change or delete an item that is there, or a part of one? */
export function changesItem(operation: Operation, operations: Operations): boolean {
  return operation.method === "POST" ? isPostedToItem(operation, operations) : operation.method !== "GET";
}

/** Is it posted to the address of an item, and not to a collection of others? */
function isPostedToItem(operation: Operation, operations: Operations): boolean {
  const { path } = operation;
  return (
    endsInParameter(path) &&
    readAt(path, operations) !== undefined &&
    readOf(operation, operations) === undefined
  );
}

/** Does a POST say that it changes an item, and is it one that the run itself creates and deletes? */
export function updatesItem(operation: Operation, operations: Operations): boolean {
  const { id, method, path, summary = "", body } = operation;
  const [verb = ""] = wordsIn(summary);
  const isSaid = [...wordsIn(id), verb].some((word) => isOf(word, "says-change"));
  const isUpdate = method === "POST" && body !== undefined && isSaid && isPostedToItem(operation, operations);
  return isUpdate && isCreatedAndDeleted(path, operations);
}

/** Is it a part without an id, as `/buckets/{name}/readme` is, of an item that the run itself creates and deletes? */
export function isOwnPart({ method, path }: Operation, operations: Operations): boolean {
  const owner = ownerOf(path);
  const isChange = method === "PUT" || method === "PATCH";
  if (!isChange || owner === undefined || readAt(path, operations) === undefined) return false;
  return isCreatedAndDeleted(owner, operations);
}

/** Is there what creates, reads and deletes the items at a path? */
function isCreatedAndDeleted(path: string, operations: Operations): boolean {
  const all = operationsAt(path, operations);
  const isCreated =
    creationAt(parentPathOf(path), operations) !== undefined ||
    all.some((each) => createsByPut(each, operations));
  return isCreated && ["GET", "DELETE"].every((wanted) => all.some(({ method }) => method === wanted));
}
