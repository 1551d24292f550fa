import { isSuccess, type ParsedExchange, Skip } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import type { Case } from "../../generate/index.js";
import { collectionPathOf } from "../../model/index.js";
import { describeAnswer } from "../../values/index.js";
import type { ApiState, KnownItem } from "../state.js";
import { baselineOf, type Context, makeRequest } from "./baseline.js";
import { validRequest } from "./requests.js";
import { sendFresh } from "./send-fresh.js";

/**
 * Adds an item to a collection.
 * @returns the item, and the request that created it
 * @throws Skip where nothing is created, or the server does not say what
 */
export async function createItem(
  t: Context,
  creation: Operation,
): Promise<{ readonly item: KnownItem; readonly request: Case }> {
  const { shape } = baselineOf(t, creation);
  const before = new Set(t.state.inventory.items);
  const { parsed, request } = await sendFresh(t, () =>
    makeRequest(() => validRequest(t.state, creation, shape)),
  );
  expectCreation(parsed);
  const resource = t.state.api.resourceIn(creation);
  const item = t.state.inventory.items.findLast(
    (each) => each.own && each.resource === resource && !before.has(each),
  );
  if (item === undefined)
    throw new Skip("untested", "no response to a creation shows the id of what it created");
  return { item, request };
}

/** @throws Skip where nothing was created, since that was refused */
export function expectCreation(parsed: ParsedExchange): void {
  if (!isSuccess(parsed.response.status))
    throw new Skip("untested", `nothing was created: ${describeAnswer(parsed)}`);
}

/** The operation that adds an item to a list, where the run may call it. */
export function creationFor(
  { api, effects }: ApiState,
  list: Pick<Operation, "path" | "itemsAt">,
): Operation | undefined {
  return api.creationsAt(collectionPathOf(list)).find(({ id }) => effects.has(id));
}
