import type { Operation } from "../../description/index.js";
import { isSuccess, unlessSkipped } from "../../engine/index.js";
import { actedOn, parentPathOf } from "../../model/index.js";
import { ownItemAt } from "../api-state.js";
import { createItem, creationFor } from "./create-item.js";
import { type Context, freshBaseline } from "./item-baseline.js";

/**
 * Creates an item for the next request of an action, where an earlier one was done to the last: its effect may be in the way. Does
 * nothing for an operation that is no action.
 */
export async function reserveItem(t: Context, action: Operation): Promise<void> {
  const { state } = t;
  const { fixtures, learned } = state;
  const itemPath = actedOn(action, state.api);
  if (itemPath === undefined || !state.effects.has(action.id)) return;
  const creation = creationFor(state, { path: parentPathOf(itemPath) ?? "" });
  if (creation === undefined || !learned.baselines.has(creation.id)) return;
  const last = fixtures.next.get(action.id);
  if (last !== undefined && ownItemAt(state.inventory, last) !== undefined) return;
  fixtures.setNext(action.id, undefined);
  const created = await unlessSkipped(() => createItem(t, creation));
  if (created === undefined) return;
  const { path } = created.item;
  fixtures.reserve(path);
  const earlier = fixtures.before.get(action.id);
  if (earlier !== undefined) {
    fixtures.setNext(earlier.id, path);
    await t.sendAnyway(freshBaseline(t, earlier).request);
  }
  fixtures.setNext(action.id, path);
}

/** Other actions that may come first, at most. */
const mostTried = 3;

/**
 * Where an action meets a conflict on a new item, another one may have to come first: those that were done already are tried.
 * @returns whether the request got a success then
 */
export async function actAfterOthers(
  t: Context,
  action: Operation,
  act: () => Promise<number>,
): Promise<boolean> {
  const { fixtures, api, learned } = t.state;
  const itemPath = actedOn(action, api);
  const others = [...fixtures.next.keys()].flatMap((id) => api.operations.get(id) ?? []);
  const done = others.filter(
    (each) => each !== action && learned.baselines.has(each.id) && actedOn(each, api) === itemPath,
  );
  for (const other of done.slice(0, mostTried)) {
    fixtures.setBefore(action.id, other);
    fixtures.setNext(action.id, undefined);
    await reserveItem(t, action);
    if (isSuccess(await act())) return true;
  }
  fixtures.setBefore(action.id, undefined);
  return false;
}
