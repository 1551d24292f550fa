import { isSuccess, Skip } from "../../../checks/index.js";
import { jsonOf, type Operation, responseTo } from "../../../description/index.js";
import { type Json, renderJson } from "../../../json/index.js";
import {
  type Api,
  collectionPathOf,
  itemAddress,
  matches,
  namesAnotherItem,
  parentPathOf,
  parentUrl,
  plainPath,
} from "../../../model/index.js";
import { mentions } from "../items/isolation.js";
import { type NewItems, newItem, newItemsFor } from "../items/new-items.js";
import { type ApiScenario, type Context, makeRequest } from "../requests/baseline.js";
import { shownAt } from "../requests/read-item.js";
import { at, slugOf, validRequest } from "../requests/requests.js";
import { type KnownItem, ownItemAt } from "../session/state.js";
import { largestPage } from "./list-page.js";
import { below } from "./parents.js";

/** The items below an item, and the operations that create and read these. */
interface Below {
  readonly child: Operation;
  readonly parents: NewItems;
}

/**
 * Finds the operations that create and read the item below which an operation shows another one, or lists others: where these are
 * created below it alone, and what is not there is answered with 404.
 */
export function otherParentOf(operation: Operation, api: Api): Below | undefined {
  const { method, path, responses } = operation;
  const isItem = parentPathOf(path) !== undefined;
  const collected = api.resourcesIn(collectionPathOf(operation));
  const resource = isItem ? api.resourceAt(path) : collected.find((each) => each.operations.length > 0);
  const [child, parent] = [resource?.read, resource?.parent?.read];
  if (method !== "GET" || child === undefined || parent === undefined || !responses.has("404"))
    return undefined;
  if (jsonOf(responseTo(operation, 200)?.contents ?? []) === undefined) return undefined;
  if (namesAnotherItem(child, api)) return undefined;
  // Another check looks in a list for the items that were posted to it.
  if (!isItem && api.creationsAt(collectionPathOf(operation)).length > 0) return undefined;
  const parents = newItemsFor(parent, api);
  const created = newItemsFor(child, api);
  if (parents === undefined || created === undefined) return undefined;
  const isShared = [operation, created.create].some(({ summary = "" }) => matches(summary, "shared"));
  return isShared ? undefined : { child, parents };
}

/** An item that was created below one item is not served below another one. */
export function otherParentScenario(operation: Operation, api: Api): ApiScenario | undefined {
  const found = otherParentOf(operation, api);
  if (found === undefined) return undefined;
  const { child, parents } = found;
  return {
    id: `${slugOf(operation)}/other-parent`,
    title: `${operation.id} shows nothing that is below another item`,
    phase: "final",
    inputs: ({ effects }) =>
      [operation, child, parents.create, parents.read].every(({ id }) => effects.has(id)) ? [null] : [],
    run: async (t) => {
      const { own, parent, shown } = await ownBelow(t, child);
      const { item: other, sent, found: otherShown } = await newItem(t, parents);
      if ([sent, otherShown].some((each) => mentions(each, parent.id)))
        throw new Skip("untested", "a new item refers to the one that has something below it");
      const same = (each: Json): boolean => plain(each, [parent, other]) === plain(shown, [parent, other]);
      const address = `${plainPath(other.path)}${own.path.slice(plainPath(parent.path).length)}`;
      const served =
        operation === child
          ? await shownThere(t, child, address)
          : (await largestPage(t, operation, below(operation, other.path))).rows.get(
              itemAddress(own.resource, parentUrl(address), own.id),
            );
      t.expect(served === undefined || !same(served), {
        problem: "shown below another item",
        expected: "nothing: it was created below one item, and this is another, new one",
        actual: "an item that was created below the other one is shown",
        at: operation === child ? { in: "status" } : { in: "body", pointer: "" },
      });
    },
  };
}

/** An item that the run has created below another one of its own. @throws Skip where there is none */
async function ownBelow(t: Context, child: Operation) {
  const resource = t.state.api.resourceAt(child.path);
  for (const own of t.state.inventory.items
    .filter((each) => each.own && each.resource === resource)
    .slice(0, mostTried)) {
    const parent = ownItemAt(t.state.inventory, parentUrl(parentUrl(own.path)));
    const shown = parent && (await shownAt(t, child, own));
    if (parent !== undefined && shown !== undefined) return { own, parent, shown };
  }
  throw new Skip("untested", "nothing is known that the run has created below an item of its own");
}

/** Items that are looked for, at most. */
const mostTried = 3;

/** The item that is shown at an address where nothing should be. */
async function shownThere(t: Context, read: Operation, path: string): Promise<Json | undefined> {
  const { request } = makeRequest(() => validRequest(t.state, read));
  const accepts = [404, 410].map((status) => ({ status, schema: "" }));
  const { response, json } = await t.send({ ...at(request, { path }), accepts, label: "below another item" });
  return isSuccess(response.status) ? json : undefined;
}

/** A value in which two items look the same: a server may show the one that it was asked for. */
function plain(value: Json, items: readonly KnownItem[]): string {
  const ids = items.map(({ id }) => id);
  return renderJson(value)
    .split(/([\w-]+)/)
    .map((word) => (ids.includes(word) ? "its parent" : word))
    .join("");
}
