import type { Operation } from "../description/index.js";
import { isSuccess } from "../engine/index.js";
import { assume, type Context, etagOf, freshBaseline, settle, validRequest } from "../session/index.js";
import type { Case } from "../transport/index.js";
import { headerValues } from "../transport/index.js";
import { at, moreThanASecond } from "../values/index.js";
import type { Address } from "./stage.js";

/** Changes an item. @returns the ETag that it had before @throws Skip where ETags do not tell that it has changed */
export async function formerETag(t: Context, change: Operation, item: Address): Promise<string> {
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

/** @throws Skip where the change is refused */
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
