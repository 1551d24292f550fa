import {
  type Actor,
  type Attempt,
  expectAnswerAsRead,
  expectBooleansKept,
  expectIsolation,
  expectListsReplaced,
  readUntilSame,
  type Stage,
} from "../../actor/index.js";
import { isSuccess, type ParsedExchange, unlessSkipped } from "../../engine/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import { addressOf, idOf, plainPath } from "../../model/index.js";
import {
  assume,
  freshBaseline,
  type KnownItem,
  markersIn,
  ownItemAt,
  readItem,
} from "../../session/index.js";
import { type Case, headerValues, orRefused } from "../../transport/index.js";
import { type ValidRequest, withOtherValues } from "../../values/index.js";

/** A change, and the item as it is read then. */
export interface ReadChange {
  readonly sent: Json;
  readonly found: Json;
  /** The JSON of the response to the change; undefined where it is none. */
  readonly json: Json | undefined;
}

type WholeChange = Pick<ValidRequest, "request" | "body">;

/**
 * Changes an item, and reads it until it shows what was sent, or the time to settle is over. Expects that the item is still there,
 * that the response to the change shows it as it is, and that other items stay as they are.
 */
export async function changeAndRead(
  { stage }: Actor,
  { request, body = null }: WholeChange,
): Promise<ReadChange> {
  return readAfter(stage, await sendWatched(stage, stage.withBody(request, body)), body);
}

/** The same with numbers and words that the item has not had, if the server accepts them. */
export async function changeAllAndRead(t: Actor, change: WholeChange): Promise<ReadChange> {
  const { stage, isFixed } = t;
  const { request, body } = change;
  const other = withOtherValues(stage.roles.op.body?.schema ?? {}, body, isFixed);
  if (other === undefined) return changeAndRead(t, change);
  const label = "valid, with other numbers and words";
  const parsed = await sendWatched(stage, { ...stage.withBody(request, other), label });
  // A rule of the server's own may be against one of these.
  return isSuccess(parsed.response.status) ? readAfter(stage, parsed, other) : changeAndRead(t, change);
}

/** Expects that the lists of further changes take the place of those that were sent before. */
export function expectOtherListsReplaced({ stage }: Actor, sent: Json): Promise<void> {
  const { t, roles, reading } = stage;
  const attempt = attemptOn(stage);
  return expectListsReplaced(t, { operation: roles.op, read: reading(), sent, attempt });
}

/** Expects that an item shows other booleans once it is changed to them. */
export function expectOtherBooleansKept({ stage }: Actor, { sent: body, found }: ReadChange): Promise<void> {
  const { t, roles, reading } = stage;
  const attempt = attemptOn(stage);
  return expectBooleansKept(t, { operation: roles.op, read: reading(), body, found, attempt });
}

/** Changes an item, and expects that others stay as they are. */
function sendWatched({ t, reading }: Stage, request: Case): Promise<ParsedExchange> {
  return expectIsolation(t, { read: reading(), path: addressOf(request.path) }, () => t.send(request));
}

/** The item at the address of a change that was accepted: the property ends where it is not the run's own, or moved. */
function changedItem({ t }: Stage, { response, exchange }: ParsedExchange): KnownItem {
  const { status } = response;
  assume(isSuccess(status) && status !== 202, "not changed", status);
  const address = addressOf(exchange.case.path);
  const [location = address] = headerValues(response, "location");
  assume(plainPath(location).endsWith(plainPath(address)), "moved");
  const item = ownItemAt(t.state.inventory, address);
  assume(item !== undefined, "no item");
  return item;
}

async function readAfter(stage: Stage, parsed: ParsedExchange, sent: Json): Promise<ReadChange> {
  const { t, roles, reading } = stage;
  const { op } = roles;
  const item = changedItem(stage, parsed);
  // An id may be made of what was sent, as a slug is.
  const shownId = isJsonObject(parsed.json) ? idOf(item.resource, parsed.json) : undefined;
  const mayMove = (shownId ?? item.id) !== item.id || markersIn(t.state, item.path).length > 0;
  const representations = { operation: op, read: reading(), sent };
  const found = await readUntilSame(t, representations, async () => {
    const shown = await readItem(t, reading(), item);
    t.expect(shown !== undefined || op.method !== "PUT" || mayMove, {
      problem: "gone after it was replaced",
      expected: "the item is there, as it was sent",
      actual: "it is not found at its address any more",
      at: { in: "status" },
    });
    assume(shown !== undefined, "item gone");
    return shown;
  });
  expectAnswerAsRead(t, { ...representations, found, parsed });
  return { sent, found, json: parsed.json };
}

/** Changes an item once more by a valid body after an edit: other items were seen to stay as they are. */
function attemptOn(stage: Stage): Attempt {
  const { t, roles, withBody } = stage;
  return (edit, { label }) =>
    unlessSkipped(async () => {
      const { request, body = null } = freshBaseline(t, roles.op);
      const sent = edit(body);
      const accepts = orRefused(request);
      return readAfter(stage, await t.send({ ...withBody(request, sent), accepts, label }), sent);
    });
}
