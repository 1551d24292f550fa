import type { Operation } from "../description/index.js";
import type { Api } from "./api.js";
import { isOfETag } from "./headers.js";

/** Does an operation change an item by the body that it is sent? */
export function changesBody({ method, body }: Operation): boolean {
  return (method === "PUT" || method === "PATCH") && body !== undefined;
}

/** Does a description say that a change has to have the ETag of the item, and is refused without it? */
export function requiresETag(operation: Operation): boolean {
  const { parameters, responses, method } = operation;
  const isChange = method === "DELETE" || changesBody(operation);
  const isRefused = ["400", "412", "422", "428", "4XX", "default"].some((status) => responses.has(status));
  return isChange && isRefused && parameters.some((each) => each.required && isOfETag(operation, each));
}

/** Does a description say that a change is compared with an ETag, whether or not it has to have one? */
export function comparesETags(operation: Operation): boolean {
  return operation.responses.has("412") || operation.parameters.some((each) => isOfETag(operation, each));
}

/** Does a description say that a change may be refused for its ETag? Of a deletion, that counts where something changes the items. */
export function refusesETags(operation: Operation, api: Api): boolean {
  const { method, path, responses } = operation;
  const isChange =
    changesBody(operation) || (method === "DELETE" && api.operationsAt(path).some(changesBody));
  return (
    isChange && (comparesETags(operation) || responses.has("428")) && api.readOf(operation) !== undefined
  );
}
