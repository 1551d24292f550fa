import type { Actor, Address } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import { addressOf } from "../../model/index.js";
import {
  asksForETag,
  assume,
  type Context,
  etagOf,
  freshBaseline,
  ownItemAt,
  sendSafely,
  settle,
  validRequest,
} from "../../session/index.js";
import type { Case, Response } from "../../transport/index.js";
import { accepting, headerValues } from "../../transport/index.js";
import { at, moreThanASecond } from "../../values/index.js";

/** Returns an ETag that nothing has. */
export function unknownETag({ stage }: Actor): string {
  return `"pedigree-${stage.t.state.words.nonce()}"`;
}

/** Returns the ETag of the item that a request is for; undefined where none is shown. */
export function currentETag({ stage }: Actor, request: Case): Promise<string | undefined> {
  return etagOf(stage.t.state, stage.roles.op, request);
}

/** Does the operation have to have the ETag of its item, as the server or the description says? */
export function needsETag({ stage }: Actor): boolean {
  return asksForETag(stage.t.state, stage.roles.op);
}

/** Did the server ask for an ETag anywhere? In a strict run, it has to. */
export function needsETagsAnywhere({ stage }: Actor): boolean {
  const { settings, learned } = stage.t.state;
  return settings.strict || learned.conditional.size > 0;
}

/** Sends a change without the ETag that it has to have. An item that is deleted by it is forgotten. */
export async function sendWithoutETag({ stage }: Actor, request: Case): Promise<Response> {
  const { t, roles } = stage;
  const { op } = roles;
  const bare: Case = { ...request, accepts: accepting("4xx") };
  const { response } = await t.judge(await sendSafely(t.state, bare, t.state.target.send, true));
  const { status } = response;
  assume(isSuccess(status) || [400, 412, 422, 428].includes(status), "not for If-Match", status);
  if (!isSuccess(status)) t.state.learned.noteConditional(op);
  const item = ownItemAt(t.state.inventory, addressOf(request.path));
  if (op.method === "DELETE" && isSuccess(status) && item) t.state.inventory.forget(item);
  return response;
}

/** Changes an item. @returns the ETag that the item had before; undefined where nothing may change it */
export async function formerETag({ stage }: Actor, item: Address): Promise<string | undefined> {
  const { t, roles } = stage;
  const { op, change } = roles;
  if (change === undefined || !t.state.learned.baselines.has(change.id)) return undefined;
  // The item that is read may be one of others.
  const isOwn = change === op || ownItemAt(t.state.inventory, item.path) !== undefined;
  return isOwn ? changeOfETag(t, change, item) : undefined;
}

/** Changes an item. @returns the ETag that it had before: where ETags do not tell that it has changed, the property ends */
async function changeOfETag(t: Context, change: Operation, item: Address): Promise<string> {
  const make = (): Case => at(freshBaseline(t, change).request, item);
  const request = make();
  const read = (): Promise<string | undefined> => etagOf(t.state, change, request);
  const [old, same] = [await read(), await read()];
  await sendChange(t, request);
  const fresh = await read();
  if (old !== undefined && old === same && old === fresh) await expectOtherETag(t, change, item, make());
  assume(old !== undefined && fresh !== undefined && old === same && old !== fresh, "same ETag");
  return old;
}

async function sendChange(t: Context, request: Case): Promise<void> {
  const { response } = await t.send({ ...request, label: "a change with the ETag of the item" });
  assume(isSuccess(response.status), "not changed", response.status);
  await settle(t, 0);
}

/** A strong ETag is another one where what is shown is something else. Source: RFC 9110, section 8.8.1. */
async function expectOtherETag(t: Context, change: Operation, item: Address, request: Case): Promise<void> {
  const read = t.state.api.readOf(change);
  if (read === undefined) return;
  const poll = async () => {
    const usual = validRequest(t.state, read).request;
    const { response } = await t.send({ ...at(usual, item), label: "the item and its ETag" });
    const [etag = ""] = headerValues(response, "etag");
    return { etag, text: Buffer.from(response.body).toString("latin1") };
  };
  const before = await poll();
  await t.state.clock.pause(moreThanASecond);
  const again = await poll();
  await sendChange(t, request);
  const after = await poll();
  const isSteady = before.etag === again.etag && before.text === again.text;
  const isSame = before.etag.startsWith('"') && after.etag === before.etag;
  t.expect(!(isSteady && isSame && after.text !== before.text), {
    problem: "the ETag stays the same",
    expected: "another ETag, since the item shows something else: nobody could tell that it has changed",
    actual: `${after.etag}, before and after`,
    at: { in: "header", name: "etag" },
  });
}
