import { isSuccess } from "../engine/index.js";
import { isJsonObject, isSameJson, type Json, renderJson } from "../json/index.js";
import { addressOf, needsKey, plainPath, slugOf, valueAt, withValueAt } from "../model/index.js";
import {
  assume,
  eventually,
  expectOperation,
  expectRefusedAt,
  isThere,
  type KnownItem,
  sendWith,
  served,
  shownAt,
  stateWith,
  triedPlaces,
  validRequest,
  wrongKey,
} from "../session/index.js";
import { type Case, orRefused } from "../transport/index.js";
import { at } from "../values/index.js";
import type { Address, Stage } from "./stage.js";

/** An item as it is shown twice: the two may differ in the time of the response, or in a number that each response gets. */
export type ShownTwice = readonly [Json, Json];

/** Deletes the items that the run has created. */
export interface DeletionVerbs {
  /** Is an item still known to the run? */
  readonly isKnown: (item: Address) => boolean;
  /** Reads an item twice; undefined where it is not found, or nothing is shown. */
  readonly readTwice: (item: Address) => Promise<ShownTwice | undefined>;
  /** Expects that nobody is served a request without a credential, or with a wrong one, where the operation asks for one. */
  readonly expectCredentialNeeded: (request: Case) => Promise<void>;
  /** Sends a deletion, and notes what becomes of the item. @returns its status */
  readonly sendDeletion: (request: Case) => Promise<number>;
  /** Is a deleted item still shown as before, when the time to settle is over? Another representation may say that it is deleted. */
  readonly isServedAsBefore: (item: Address, before: ShownTwice) => Promise<boolean>;
  /** Deletes once more what is gone: whatever the response, the server does not fail. */
  readonly deleteAgain: (request: Case) => Promise<void>;
  /**
   * Sends a change or a deletion to an address where nothing is: any refusal is allowed.
   * @returns its status; 0 where no response could be judged
   */
  readonly sendToVacant: (item: Address, label: string) => Promise<number>;
  /** Deletes an item that a change has created at the address of a deleted one, if one is there. */
  readonly removeCreated: (item: Address) => Promise<void>;
}

/** The verbs by which a property deletes items. */
export function deletionVerbs({ t, roles, check, reading }: Stage): DeletionVerbs {
  const { op, read } = roles;
  const { inventory } = t.state;
  const isPresent = (item: Address): Promise<boolean> => isThere(t, { read: reading(), item });

  return {
    isKnown: ({ path }) => inventory.items.some((each) => each.path === path),
    readTwice: async (item) => {
      const [first, second] = [await shownAt(t, reading(), item), await shownAt(t, reading(), item)];
      return first === undefined || second === undefined ? undefined : [first, second];
    },
    expectCredentialNeeded: async (request) => {
      const { contract } = t.state;
      if (!needsKey(contract, op)) return;
      for (const credential of [{ kind: "missing" }, wrongKey(t.state)] as const) {
        const status = await sendWith(t, request, credential);
        t.expect(!isSuccess(status), { check: `${slugOf(op)}/credential`, ...served(status, credential) });
      }
      for (const place of triedPlaces(contract, op)) await expectRefusedAt(t, op, request, place);
    },
    sendDeletion: async (request) => {
      const path = addressOf(request.path);
      const wasDeleted = isSuccess(inventory.at(path)?.deletion?.status ?? 0);
      const parsed = await t.send(request);
      const { status } = parsed.response;
      if ([404, 410].includes(status)) {
        // Where something was found of a deleted item, this is how it shows again.
        const isGone = read === undefined || !(await isPresent({ path }));
        inventory.noteDeletion(path, { status, fate: isGone ? "gone" : "kept" });
      }
      if (!isSuccess(status) && !wasDeleted) await expectOperation(t, op, parsed, check);
      return status;
    },
    isServedAsBefore: async (item, [first, second]) => {
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
    },
    deleteAgain: async (request) => {
      if (await isPresent({ path: addressOf(request.path) })) return;
      await t.sendAnyway({
        ...request,
        accepts: orRefused(request),
        label: "an item that is deleted already",
      });
    },
    sendToVacant: async ({ path }, label) => {
      const resource = t.state.api.resourceAt(op.path);
      assume(resource !== undefined, "no unknown id");
      const id = decodeURIComponent(plainPath(path).split("/").at(-1) ?? "");
      const item: KnownItem = { resource, id, path, own: false };
      const { request } = validRequest(stateWith(t.state, item), op);
      const vacant = { ...at(request, item), accepts: orRefused(request), label };
      const parsed = await t.state.sending.putting(item, () => t.sendAnyway(vacant));
      return parsed?.response.status ?? 0;
    },
    removeCreated: async (item) => {
      const { remove } = roles;
      assume(remove !== undefined, "not deletable");
      if (await isPresent(item)) await t.send(at(validRequest(t.state, remove).request, item));
    },
  };
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
