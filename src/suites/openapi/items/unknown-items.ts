import { Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { type Api, addressOf, plainPath } from "../../../model/index.js";
import { baselineOf, type Context } from "../requests/baseline.js";
import { hasManyIds, isPatterned, newId } from "../requests/new-ids.js";

/** Does an operation read items whose ids the server gives, of which there are many, and is what is not found described? */
export function readsItems(operation: Operation, api: Api): boolean {
  const { method, path, responses } = operation;
  const isCreated = (api.resourceAt(path)?.creations.length ?? 0) > 0;
  const isDescribed = ["404", "410"].some((status) => responses.has(status));
  return method === "GET" && isCreated && isDescribed && hasManyIds(operation);
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
