import type { Contract, Operation } from "../description/index.js";
import { listsItems, readAt, readOf } from "./item-links.js";
import { plainPath } from "./paths.js";

/**
 * The path of the items to which an operation does something that is no item itself: `/invoices/{id}` of
 * `POST /invoices/{id}/issue`; undefined for another operation. Its effect may be in the way of all later changes.
 */
export function actedOn(operation: Operation, operations: Contract["operations"]): string | undefined {
  const { method, path } = operation;
  const [, itemPath] = /^(.*\/\{[^{}/]+\})[/:][^{}]+$/.exec(plainPath(path)) ?? [];
  if (method === "GET" || itemPath === undefined) return undefined;
  const isRead = readAt(path, operations) !== undefined || readOf(operation, operations) !== undefined;
  return isRead || listsItems(operation, operations) ? undefined : itemPath;
}
