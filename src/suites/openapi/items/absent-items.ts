import { isSuccess, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { accepting } from "../../../generate/index.js";
import { type Api, matches, membersOf } from "../../../model/index.js";
import { baselineOf, type Context, eventually, makeRequest, orRefused } from "../requests/baseline.js";
import { at, slugOf, validRequest } from "../requests/requests.js";
import type { KnownItem } from "../session/state.js";

/**
 * Is an operation expected to change nothing that is not there: is a refusal described? Where a deleted item may be restored by it,
 * it may change what nobody can read.
 */
export function changesPresentItems(operation: Operation, api: Api): boolean {
  const { method, body, responses } = operation;
  if (!["PUT", "PATCH"].includes(method) || body === undefined) return false;
  const isRefused = ["404", "410", "4XX", "default"].some((status) => responses.has(status));
  const mayCreate = method === "PATCH" && responses.has("201");
  return isRefused && !mayCreate && !mayRestore(body) && api.readOf(operation) !== undefined;
}

function mayRestore({ schema }: NonNullable<Operation["body"]>): boolean {
  return membersOf(schema).some(({ name, schema: { enum: words = [] } }) =>
    [name, ...words].some((word) => matches(`${word}`, "presence")),
  );
}

/**
 * May what was at an address be written to again once it is deleted, since nobody else can get its id? Where ids are counted, the
 * highest one may be given to the next item.
 * @param hasLater whether a later item of the run is there, in the same collection
 */
export function keepsItsId({ id }: Pick<KnownItem, "id">, hasLater: boolean): boolean {
  return hasLater || !/^\d{1,15}$/.test(id);
}

/** An item that is deleted, and what read and deleted it. */
interface Deleted {
  readonly read: Operation;
  readonly deletion: Operation;
  readonly item: Pick<KnownItem, "path">;
}

/** Is there an item at the address? @throws Skip where the response does not tell */
export async function isThere(t: Context, { read, item }: Pick<Deleted, "read" | "item">): Promise<boolean> {
  const { request } = makeRequest(() => validRequest(t.state, read));
  const accepts = [...request.accepts, ...accepting(404, 410)];
  const { response } = await t.send({ ...at(request, item), accepts, label: "an item that may be gone" });
  if ([404, 410].includes(response.status)) return false;
  if (isSuccess(response.status)) return true;
  throw new Skip("untested", `it may not be read: ${response.status}`);
}

/** Expects that a change of an item that is gone is refused, or has an effect: put to its address, it may be there again. */
export async function expectNoChange(t: Context, change: Operation, deleted: Deleted): Promise<void> {
  const { shape } = baselineOf(t, change);
  const usual = makeRequest(() => validRequest(t.state, change, shape)).request;
  const label = "a change of an item that is deleted";
  const request = { ...at(usual, deleted.item), accepts: orRefused(usual), label };
  if (await isThere(t, deleted)) throw new Skip("untested", "something is served where the item was");
  const { status } = (await t.send(request)).response;
  const exchange = t.exchanges.length - 1;
  const isPlain = isSuccess(status) && ![201, 202].includes(status);
  const isEffective =
    isPlain &&
    (await eventually(
      t,
      () => isThere(t, deleted),
      (found) => found,
    ));
  t.expect(!isPlain || isEffective, {
    check: `${slugOf(change)}/unknown-change`,
    problem: "a change of nothing is accepted",
    expected: "404, or another refusal; or an item that can be read then (if that takes longer: --settle 2s)",
    actual: `${status}, and there is no item then`,
    at: { in: "status" },
    exchange,
  });
  if (isSuccess(status)) await removeAgain(t, deleted);
}

/** An item that a change has created is deleted like any other item of the run. */
async function removeAgain(t: Context, deleted: Deleted): Promise<void> {
  if (!(await isThere(t, deleted))) return;
  await t.send(at(makeRequest(() => validRequest(t.state, deleted.deletion)).request, deleted.item));
}
