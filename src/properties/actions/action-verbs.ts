import type { Actor, Item, KnownItem, Roles } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import type { JsonObject } from "../../json/index.js";
import { type DescribedItems, membersOf, parentPathOf } from "../../model/index.js";
import { assume, freshBaseline, ownItemAt, readItem, reserveItem } from "../../session/index.js";
import { orRefused } from "../../transport/index.js";
import { effectiveStatus, onItem } from "../../values/index.js";

/** Returns what is described of the items that an operation acts on. */
export function describedItems({ op, shown, read }: Roles): DescribedItems {
  return { collection: parentPathOf((read ?? op).path) ?? "", members: membersOf(shown) };
}

/** Does the action of the operation to a new item. @returns the item, as it was before, and the answer */
export async function act({ stage, request }: Actor) {
  const { t, roles, reading, answerOf } = stage;
  await reserveItem(t, roles.op);
  const { inventory, fixtures } = t.state;
  const item = ownItemAt(inventory, fixtures.next.get(roles.op.id) ?? "");
  const before = item && (await readItem(t, reading(), item));
  assume(item !== undefined && before !== undefined, "no item");
  const { request: action } = request();
  const label = "done to a new item";
  const answer = answerOf(await t.send({ ...action, accepts: orRefused(action), label }));
  const { status } = answer.response;
  assume(isSuccess(status) && status !== 202, "not changed", status);
  return { item, before, answer };
}

/** Does it once more to the same item. @returns the status */
export async function actAgain({ stage: { t }, request }: Actor, item: KnownItem): Promise<number> {
  const action = onItem(request().request, item);
  const label = "done to the same item again";
  return effectiveStatus(await t.send({ ...action, accepts: orRefused(action), label }));
}

/**
 * Creates an item, does another action to it, and reads it until it is as wanted, or the time to settle is over.
 * @param way the other action; undefined for a new item as it is
 * @returns undefined where the action is refused, or the item does not become as wanted
 */
export async function itemInState(
  actor: Actor,
  way: Operation | undefined,
  isWanted: (now: JsonObject, first: JsonObject) => boolean,
) {
  const { t } = actor.stage;
  if (way !== undefined && !t.state.learned.baselines.has(way.id)) return undefined;
  const item = await actor.create();
  if (way !== undefined) {
    const action = onItem(freshBaseline(t, way).request, item);
    const label = "another action on a new item";
    const status = effectiveStatus(await t.send({ ...action, accepts: orRefused(action), label }));
    if (!isSuccess(status) || status === 202) return undefined;
  }
  const isReached = (found: Item["found"] | undefined): boolean =>
    found !== undefined && isWanted(actor.membersOf(found), actor.membersOf(item.found));
  const before = way === undefined ? item.found : await actor.until(() => actor.read(item), isReached);
  return before !== undefined && isReached(before) ? { item, before } : undefined;
}

/** Sends the operation to an item, whatever it is answered with. */
export async function sendTo({ stage: { t, answerOf }, request }: Actor, item: KnownItem, label: string) {
  const action = onItem(request().request, item);
  const sent = await t.send({ ...action, accepts: orRefused(action), label });
  return { answer: answerOf(sent), status: effectiveStatus(sent) };
}
