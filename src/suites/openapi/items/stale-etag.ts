import { isSuccess, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import type { Case } from "../../../generate/index.js";
import { type Api, addressOf, type Callable, creationAndReadOf, isOfETag } from "../../../model/index.js";
import { headerValues } from "../../../transport/index.js";
import { moreThanASecond } from "../comparison/creation-times.js";
import { type ApiScenario, baselineOf, type Context, eventually, makeRequest } from "../requests/baseline.js";
import { createItem } from "../requests/create-item.js";
import { asksForETag, etagOf, withETag } from "../requests/if-match.js";
import { at, slugOf, validRequest } from "../requests/requests.js";
import { settle } from "../requests/settling.js";
import type { ApiState } from "../session/state.js";
import { isThere } from "./absent-items.js";
import { changesBody, expectETagNeeded, requiresETag } from "./without-etag.js";

/** Does a description say that a change may be refused for its ETag? */
export function refusesETags(operation: Operation, api: Api): boolean {
  const { method, responses } = operation;
  const isChange = changesBody(operation) || (method === "DELETE" && changeOf(operation, api) !== undefined);
  const isDescribed = describesETags(operation) || responses.has("428");
  return isChange && isDescribed && api.readOf(operation) !== undefined;
}

/** Does a description say that a change is compared with an ETag, whether or not it has to have one? */
function describesETags(operation: Operation): boolean {
  return operation.responses.has("412") || operation.parameters.some((each) => isOfETag(operation, each));
}

/** @throws Skip where the server neither asks for an ETag nor shows one, or where only 428 is described */
async function needComparison(state: ApiState, operation: Operation, request: Case): Promise<void> {
  if (asksForETag(state, operation)) return;
  const isShown = describesETags(operation) && (await etagOf(state, operation, request)) !== undefined;
  if (!isShown) throw new Skip("not-applicable", "the server does not ask for If-Match");
}

/** Finds the operation that changes the items which another one deletes. */
function changeOf({ path }: Operation, api: Api): Operation | undefined {
  return api.operationsAt(path).find(changesBody);
}

/** A server that asks for If-Match changes nothing for an ETag that the item had once. Source: RFC 9110, section 13.1.1. */
export function staleScenario(operation: Operation, api: Api): ApiScenario | undefined {
  if (operation.method === "DELETE" || !refusesETags(operation, api)) return undefined;
  return {
    id: `${slugOf(operation)}/stale`,
    title: `${operation.id} refuses an ETag that is no longer the item's`,
    phase: "populate",
    inputs: () => [null],
    run: async (t) => {
      const { shape } = baselineOf(t, operation);
      const make = (): Case => makeRequest(() => validRequest(t.state, operation, shape)).request;
      await needComparison(t.state, operation, make());
      const old = await outdate(t, operation, make);
      await expectStaleRefused(t, operation, { request: make(), etag: old });
    },
  };
}

/** A new item is not deleted without the ETag that is required, nor with one that it had once. */
export function deletedWithETagScenario(
  operation: Operation,
  { api, mayCall }: Callable,
): ApiScenario | undefined {
  const [isNeeded, isCompared] = [requiresETag(operation), refusesETags(operation, api)];
  const related = creationAndReadOf(operation, api, mayCall);
  if (related === undefined || !(isNeeded || isCompared)) return undefined;
  const slug = slugOf(operation);
  const change = changeOf(operation, api);
  return {
    id: isCompared ? `${slug}/stale` : `${slug}/unconditional`,
    title: `${operation.id} refuses an ETag that is not the item's`,
    expects: isNeeded ? [`${slug}/unconditional`] : [],
    phase: "final",
    inputs: ({ learned: { baselines } }) => (baselines.has(related.create.id) ? [null] : []),
    run: async (t) => {
      const { item } = await createItem(t, related.create);
      const request = at(makeRequest(() => validRequest(t.state, operation)).request, item);
      if (!isNeeded) await needComparison(t.state, operation, request);
      if ((isNeeded && (await expectETagNeeded(t, operation, request))) || !isCompared) return;
      if (change === undefined || !mayCall(change)) throw new Skip("untested", "nothing may change the item");
      const { shape } = baselineOf(t, change);
      const old = await outdate(t, change, () =>
        at(makeRequest(() => validRequest(t.state, change, shape)).request, item),
      );
      if (await expectStaleRefused(t, operation, { request, etag: old })) {
        t.state.inventory.forget(item);
        return;
      }
      const exchange = t.exchanges.length - 1;
      const found = await eventually(
        t,
        () => isThere(t, { read: related.read, item }),
        (shown) => shown,
      );
      t.expect(found, {
        problem: "deleted although it is refused",
        expected: "the item is still there",
        actual: "it is not found any more",
        at: { in: "status" },
        exchange,
      });
    },
  };
}

/** Changes an item. @returns the ETag that it had before @throws Skip where ETags do not tell that it has changed */
export async function outdate(t: Context, change: Operation, make: () => Case): Promise<string> {
  const request = make();
  const [old, same] = [await etagOf(t.state, change, request), await etagOf(t.state, change, request)];
  await sendChange(t, request);
  const fresh = await etagOf(t.state, change, request);
  if (old !== undefined && old === same && old === fresh) await expectOtherETag(t, change, make());
  if (old === undefined || fresh === undefined || old !== same || old === fresh)
    throw new Skip("untested", "the ETag does not tell whether the item has changed");
  return old;
}

/** @throws Skip where the change is refused */
async function sendChange(t: Context, request: Case): Promise<void> {
  const { response } = await t.send({ ...request, label: "a change with the ETag of the item" });
  if (!isSuccess(response.status)) throw new Skip("untested", `it was not changed: ${response.status}`);
  await settle(t, 0);
}

/** A strong ETag is another one where what is shown is something else. Source: RFC 9110, section 8.8.1. */
async function expectOtherETag(t: Context, change: Operation, request: Case): Promise<void> {
  const read = t.state.api.readOf(change);
  if (read === undefined) return;
  const item = { path: addressOf(request.path) };
  const poll = async () => {
    const usual = makeRequest(() => validRequest(t.state, read)).request;
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

/**
 * Expects that an ETag from before the last change is refused. Source: RFC 9110, section 13.1.1: a weak one matches nothing.
 * @returns whether it is accepted
 */
async function expectStaleRefused(
  t: Context,
  operation: Operation,
  { request, etag }: { readonly request: Case; readonly etag: string },
): Promise<boolean> {
  if (!asksForETag(t.state, operation) && !etag.startsWith('"'))
    throw new Skip("untested", "the ETag is weak, and the server does not ask for If-Match");
  const accepts = [{ status: 412, schema: "" }];
  const { response } = await t.send({
    ...withETag(request, etag),
    accepts,
    label: "an ETag from before the last change",
  });
  t.expect(!isSuccess(response.status), {
    problem: "a stale ETag is accepted",
    expected: "412: the item has changed since, and what it was changed to would be lost",
    actual: `${response.status}`,
    at: { in: "status" },
  });
  return isSuccess(response.status);
}
