import type { Actor, KnownItem } from "../../actor/index.js";
import { isSuccess } from "../../engine/index.js";
import { assume, ownItemAt, readItem, reserveItem } from "../../session/index.js";
import { orRefused } from "../../transport/index.js";
import { effectiveStatus, onItem } from "../../values/index.js";

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
