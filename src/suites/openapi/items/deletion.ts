import { isSuccess, Skip, unlessSkipped } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import type { Case } from "../../../generate/index.js";
import { isJsonObject, isSameJson, type Json, renderJson } from "../../../json/index.js";
import {
  addressOf,
  type Callable,
  needsKey,
  plainPath,
  showsAbsence,
  valueAt,
  withValueAt,
} from "../../../model/index.js";
import { type ApiScenario, type Context, eventually, makeRequest, orRefused } from "../requests/baseline.js";
import { expectRefusedAt, sendWith, served, triedPlaces, wrongKey } from "../requests/credentials.js";
import { expectOperation } from "../requests/described-operations.js";
import { shownAt } from "../requests/read-item.js";
import { at, slugOf, validRequest } from "../requests/requests.js";
import type { KnownItem } from "../session/state.js";
import { changesPresentItems, expectNoChange, isThere, keepsItsId } from "./absent-items.js";

/** The run reads this number of items after it has deleted them. It only deletes the others. */
const mostRead = 3;

/** An item that the run created is deleted, and gone then. */
export function deletionScenario(
  operation: Operation,
  contract: Contract,
  { api, mayCall }: Callable,
): ApiScenario {
  const asksForKey = needsKey(contract, operation);
  const read = api.readOf(operation);
  const changes = api
    .operationsAt(operation.path)
    .filter((each) => mayCall(each) && changesPresentItems(each, api));
  const slug = slugOf(operation);
  return {
    id: read === undefined ? `${slug}/valid` : `${slug}/gone`,
    title: `an item that ${operation.id} deletes is gone`,
    expects: [
      `${slug}/valid`,
      `${slug}/server-error`,
      ...(asksForKey ? [`${slug}/credential`] : []),
      ...changes.map((each) => `${slugOf(each)}/unknown-change`),
    ],
    phase: "final",
    // The run only deletes most of them, and reads a few.
    inputs: ({ inventory: { items } }) =>
      items
        .filter(({ own, resource }) => own && resource.itemPath === plainPath(operation.path))
        .map(({ id, path }, index, all) => ({
          id,
          path,
          isRead: index < mostRead,
          isTried:
            index === 0 &&
            keepsItsId(
              { id },
              all.slice(1).some((each) => areNeighbours(each.path, path)),
            ),
        })),
    run: async (t, input) => {
      const { path, isRead, isTried } = input as Input;
      const { inventory } = t.state;
      const { request } = makeRequest(() => validRequest(t.state, operation));
      const item = t.state.inventory.items.find((each) => each.path === path);
      const isSeen = read !== undefined && item !== undefined && isRead;
      const [first, second] = isSeen ? [await shownAt(t, read, item), await shownAt(t, read, item)] : [];
      if (isRead && asksForKey) await expectKeyNeeded(t, contract, operation, at(request, { path }));
      const wasDeleted = isSuccess(inventory.deletions.get(path)?.status ?? 0);
      const parsed = await t.send(at(request, { path }));
      const { response } = parsed;
      const tryAgain = async (): Promise<void> => {
        if (!isTried || read === undefined || item === undefined) return;
        for (const change of changes)
          await unlessSkipped(() => expectNoChange(t, change, { read, deletion: operation, item }));
        await unlessSkipped(() => deleteAgain(t, read, at(request, item)));
      };
      // Where something was found of a deleted item, this is how it shows again.
      if ([404, 410].includes(response.status)) {
        const isGone = read === undefined || !(await isThere(t, { read, item: { path } }));
        inventory.noteDeletion(path, { status: response.status, fate: isGone ? "gone" : "kept" });
        await tryAgain();
      }
      if (!isSuccess(response.status)) {
        if (!wasDeleted) await expectOperation(t, operation, parsed, `${slug}/gone`);
        throw new Skip("untested", `it was not deleted: ${response.status}`);
      }
      if (!isSeen || response.status === 202) return;
      if (first === undefined || second === undefined)
        throw new Skip("untested", "it could not be read before it was deleted");
      const found = await isStillThere(t, read, item, [first, second]);
      if (found) inventory.noteDeletion(path, { status: response.status, fate: "kept" });
      // An operation that archives items has nothing to do then.
      if (found && showsAbsence(second)) throw new Skip("untested", "it was shown as deleted before");
      t.expect(!found, {
        problem: "still there",
        expected: "404 or 410 (if that may take longer: --settle 2s)",
        actual: "2xx: it is still served",
        at: { in: "status" },
      });
      if (!found) await tryAgain();
    },
  };
}

/** Nobody deletes without the key, or with another: tried on what is to be deleted anyway. */
async function expectKeyNeeded(
  t: Context,
  contract: Contract,
  operation: Operation,
  request: Case,
): Promise<void> {
  for (const credential of [{ kind: "missing" }, wrongKey(t.state)] as const) {
    const status = await sendWith(t, request, credential);
    t.expect(!isSuccess(status), { check: `${slugOf(operation)}/credential`, ...served(status, credential) });
  }
  for (const place of triedPlaces(contract, operation)) await expectRefusedAt(t, operation, request, place);
}

/** Whatever the response is to deleting what is gone, the server does not fail. */
async function deleteAgain(t: Context, read: Operation, request: Case): Promise<void> {
  const accepts = orRefused(request);
  const isGone = !(await isThere(t, { read, item: { path: addressOf(request.path) } }));
  if (isGone) await t.sendAnyway({ ...request, accepts, label: "an item that is deleted already" });
}

/** Are two items in the same collection? */
function areNeighbours(left: string, right: string): boolean {
  const [one, other] = [left, right].map((path) => plainPath(path).replace(/\/[^/]+$/, ""));
  return one === other;
}

/** An item that is to be deleted. */
interface Input extends Pick<KnownItem, "id" | "path"> {
  /** Is it read before and after that? */
  readonly isRead: boolean;
  /** Is it changed and deleted once more, when it is gone? */
  readonly isTried: boolean;
}

/** A server may go on showing what was deleted, as long as it shows another representation of it. */
async function isStillThere(
  t: Context,
  read: Operation,
  item: KnownItem,
  [first, second]: readonly [Json, Json],
): Promise<boolean> {
  const varying = differingPaths(first, second);
  const before = withoutPaths(second, varying);
  const isShown = (shown: Json | undefined): boolean =>
    shown !== undefined && withoutPaths(shown, varying) === before;
  return isShown(
    await eventually(
      t,
      () => shownAt(t, read, item),
      (shown) => !isShown(shown),
    ),
  );
}

/** Where two representations differ that are of one item: the time of the response, or a number that it was given. */
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
