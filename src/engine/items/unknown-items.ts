import { Skip } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { type Api, addressOf, plainPath } from "../../model/index.js";
import { baselineOf, type Context } from "../../session/index.js";
import { hasManyIds, isPatterned, newId } from "../../values/index.js";

/** Does an operation read items whose ids the server gives, of which there are many, and is what is not found described? */
export function readsItems(operation: Operation, api: Api): boolean {
  const isCreated = (api.resourceAt(operation.path)?.creations.length ?? 0) > 0;
  return operation.method === "GET" && isCreated && describesUnknown(operation);
}

/** Is it described how an operation answers for an id that no item has, of the many that there are? */
export function describesUnknown(operation: Operation): boolean {
  return ["404", "410"].some((status) => operation.responses.has(status)) && hasManyIds(operation);
}

/** The address of an item that is surely not there. @throws Skip where no such id is known */
export function unknownAddress(t: Context, operation: Operation): string {
  const address = addressOf(baselineOf(t, operation).request.path);
  const end = address.endsWith("/") ? "/" : "";
  const collection = plainPath(address).replace(/\/[^/]*$/, "");
  const id = newId(operation, t.state.words.marker());
  // A pattern may leave so few short ids that some item has the one that is made.
  if (isPatterned(operation) && (id.length < 6 || t.state.inventory.items.some((each) => each.id === id)))
    throw new Skip("untested", "no id is known that surely no item has");
  return `${collection}/${encodeURIComponent(id)}${end}`;
}
