import {
  type Actor,
  type Address,
  type Answer,
  below,
  isReported as isReportedBy,
  largestPage,
  type Page,
  type SentChange,
} from "../../actor/index.js";
import { isSuccess } from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import { mayBeHidden as mayBeHiddenAt, parentUrl, plainPath } from "../../model/index.js";
import { assume, type KnownItem, ownItemAt, shownAt, stateWith, validRequest } from "../../session/index.js";
import { orRefused } from "../../transport/index.js";
import { at } from "../../values/index.js";

/** Sends a change or a deletion to an address below another item, where nothing is. @returns its status; 0 where no response could be judged */
export async function sendToVacant({ stage: { t, roles } }: Actor, path: string): Promise<number> {
  const resource = t.state.api.resourceAt(roles.op.path);
  assume(resource !== undefined, "no unknown id");
  const id = decodeURIComponent(plainPath(path).split("/").at(-1) ?? "");
  const item: KnownItem = { resource, id, path, own: false };
  const { request } = validRequest(stateWith(t.state, item), roles.op);
  const vacant = { ...at(request, item), accepts: orRefused(request), label: "below another item" };
  const parsed = await t.state.sending.putting(item, () => t.sendAnyway(vacant));
  return parsed?.response.status ?? 0;
}

/** An item that was created below another one, as the response to its creation shows it. */
export interface NestedItem extends Answer {
  readonly sent: Json;
}

/** Creates an item below another one, from a whole body, or from what is required alone. */
export async function addBelow(
  { stage, request }: Actor,
  parent: Address,
  isMinimal = false,
): Promise<NestedItem> {
  const { request: nested, body = null } = request({ path: below(stage.roles.op, parent.path), isMinimal });
  const answer = stage.answerOf(await stage.t.send(nested));
  const { status } = answer.response;
  assume(isSuccess(status) && status !== 202, "not created", status);
  return { ...answer, sent: body };
}

/** Items that are looked for, at most. */
const mostTried = 3;

/** Returns an item of the run that was created below another one, as it is shown, and that one: a property leaves them as they are. */
export async function borrowNested({ stage: { t, roles } }: Actor) {
  const { api, inventory } = t.state;
  const { nested } = roles;
  assume(nested !== undefined, "nothing nested");
  const resource = api.resourceAt(nested.path);
  const own = inventory.items.filter((each) => each.own && each.resource === resource);
  for (const item of own.slice(0, mostTried)) {
    const parent = ownItemAt(inventory, parentUrl(parentUrl(item.path)));
    const shown = parent && (await shownAt(t, nested, item));
    if (parent !== undefined && shown !== undefined) return { item, parent, shown };
  }
  assume(false, "nothing nested");
}

/** Asks for the list of what is below an item, on its largest page. */
export function listBelow({ stage: { t, listing } }: Actor, { path }: Address): Promise<Page> {
  return largestPage(t, listing(), below(listing(), path));
}

/** May a list leave out an item for what it shows of itself? */
export function mayBeHidden({ stage: { t } }: Actor, shown: Json): boolean {
  return mayBeHiddenAt(shown, t.state.clock.now);
}

/** Would an item show that a change was not made, or has it changed to what was sent? */
export function isReported(
  { stage: { t, roles, check, reading } }: Actor,
  { sent }: Pick<SentChange, "sent">,
  before: Json,
  found: Json,
): boolean {
  return isReportedBy(t.state, { operation: roles.op, read: reading(), check, sent, before, found });
}
