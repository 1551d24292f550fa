import { newItemsFor } from "../items/new-items.js";
import { isJsonType } from "../requests/bodies.js";
import { slugOf } from "../requests/requests.js";
import { creationAndReadOf, listAt } from "../resources/item-links.js";
import { endsInParameter, parentPathOf } from "../resources/paths.js";
import type { Selector } from "./roles.js";

/** PUT and PATCH of single items, by a body in JSON, which the run can create and read. */
export const changes: Selector = (op, { operations, creations }) => {
  const { method, body, path } = op;
  const related = newItemsFor(op, operations, creations);
  if (related === undefined || body === undefined || !isJsonType(body.mediaType)) return undefined;
  if (!["PUT", "PATCH"].includes(method) || !endsInParameter(path)) return undefined;
  const check = `${slugOf(op)}/${method === "PUT" ? "replaced" : "changed"}`;
  return { op, ...related, check, needs: [op, related.create] };
};

/** PATCH of single items. */
export const patches: Selector = (op, callable) =>
  op.method === "PATCH" ? changes(op, callable) : undefined;

/** DELETE of single items that the run can create, read and list. */
export const listedDeletions: Selector = (op, { operations, creations }) => {
  const related = op.method === "DELETE" ? creationAndReadOf(op, operations, creations) : undefined;
  const list = listAt(parentPathOf(op.path), operations);
  if (related === undefined || list === undefined) return undefined;
  return { op, ...related, list, check: `${slugOf(op)}/gone`, needs: [related.create, list] };
};
