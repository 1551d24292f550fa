import type { Actor, Address } from "../../actor/index.js";
import { isSuccess } from "../../engine/index.js";
import { isJsonObject, isSameJson, type Json, renderJson } from "../../json/index.js";
import { addressOf, needsKey, slugOf, valueAt, withValueAt } from "../../model/index.js";
import {
  assume,
  eventually,
  expectRefusedAt,
  sendWith,
  served,
  shownAt,
  triedPlaces,
  validRequest,
  wrongKey,
} from "../../session/index.js";
import { type Case, orRefused } from "../../transport/index.js";
import { at } from "../../values/index.js";

/** An item as it is shown twice: the two may differ in the time of the response, or in a number that each response gets. */
type ShownTwice = readonly [Json, Json];

/** Is an item still known to the run? */
export function isKnown({ stage }: Actor, { path }: Address): boolean {
  return stage.t.state.inventory.items.some((each) => each.path === path);
}

/** Reads an item twice; undefined where it is not found, or nothing is shown. */
export async function readTwice(
  { stage: { t, reading } }: Actor,
  item: Address,
): Promise<ShownTwice | undefined> {
  const [first, second] = [await shownAt(t, reading(), item), await shownAt(t, reading(), item)];
  return first === undefined || second === undefined ? undefined : [first, second];
}

/** Expects that nobody is served a request without a credential, or with a wrong one, where the operation asks for one. */
export async function expectCredentialNeeded({ stage }: Actor, request: Case): Promise<void> {
  const { t, roles } = stage;
  const { op } = roles;
  const { contract } = t.state;
  if (!needsKey(contract, op)) return;
  for (const credential of [{ kind: "missing" }, wrongKey(t.state)] as const) {
    const status = await sendWith(t, request, credential);
    t.expect(!isSuccess(status), { check: `${slugOf(op)}/credential`, ...served(status, credential) });
  }
  for (const place of triedPlaces(contract, op)) await expectRefusedAt(t, op, request, place);
}

/** Is a deleted item still shown as before, when the time to settle is over? Another representation may say that it is deleted. */
export async function isServedAsBefore(
  { stage: { t, reading } }: Actor,
  item: Address,
  [first, second]: ShownTwice,
): Promise<boolean> {
  const { inventory } = t.state;
  const varying = differingPaths(first, second);
  const before = withoutPaths(second, varying);
  const isSame = (shown: Json | undefined): boolean =>
    shown !== undefined && withoutPaths(shown, varying) === before;
  const last = await eventually(
    t,
    () => shownAt(t, reading(), item),
    (shown) => !isSame(shown),
  );
  const { status = 0 } = inventory.at(item.path)?.deletion ?? {};
  if (isSame(last)) inventory.noteDeletion(item.path, { status, fate: "kept" });
  return isSame(last);
}

/** Deletes once more what is gone: whatever the response, the server does not fail. */
export async function deleteAgain({ stage, isThere }: Actor, request: Case): Promise<void> {
  if (await isThere({ path: addressOf(request.path) })) return;
  const label = "an item that is deleted already";
  await stage.t.sendAnyway({ ...request, accepts: orRefused(request), label });
}

/** Deletes an item that a change has created at the address of a deleted one, if one is there. */
export async function removeCreated({ stage, isThere }: Actor, item: Address): Promise<void> {
  const { t, roles } = stage;
  const { remove } = roles;
  assume(remove !== undefined, "not deletable");
  if (await isThere(item)) await t.send(at(validRequest(t.state, remove).request, item));
}

/** The places at which two representations of one item differ. */
function differingPaths(
  left: Json | undefined,
  right: Json | undefined,
  path: readonly string[] = [],
): readonly (readonly string[])[] {
  if (isJsonObject(left) && isJsonObject(right))
    return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((name) =>
      differingPaths(left[name], right[name], [...path, name]),
    );
  return isSameJson(left, right) ? [] : [path];
}

function withoutPaths(json: Json, paths: readonly (readonly string[])[]): string {
  const kept = paths.reduce(
    (rest, path) => (valueAt(rest, path) === undefined ? rest : withValueAt(rest, path, undefined)),
    json,
  );
  return renderJson(kept);
}
