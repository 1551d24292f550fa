import { isSuccess, Skip } from "../../checks/index.js";
import type { Contract, Operation } from "../../description/index.js";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import { sendWith, served, wrongKey } from "./credentials.js";
import { readOf } from "./item-links.js";
import { expectRefusedAt, triedPlaces } from "./other-schemes.js";
import { plainPath } from "./paths.js";
import { valueAt, withValueAt } from "./places.js";
import { shownAt } from "./read-item.js";
import { at, slugOf, validRequest } from "./requests.js";
import { needsKey } from "./security.js";
import type { KnownItem } from "./state.js";
import { type ApiScenario, type Context, eventually, makeRequest } from "./twin.js";

/** The run reads this number of items after it has deleted them. It only deletes the others. */
const mostRead = 3;

/** What the run created is deleted, and gone then. */
export function goneScenario(operation: Operation, contract: Contract): ApiScenario {
  const { operations } = contract;
  const asksForKey = needsKey(contract, operation);
  const read = readOf(operation, operations);
  const slug = slugOf(operation);
  return {
    id: read === undefined ? `${slug}/valid` : `${slug}/gone`,
    title: `what ${operation.id} deletes is gone`,
    expects: [`${slug}/valid`, `${slug}/server-error`, ...(asksForKey ? [`${slug}/credential`] : [])],
    phase: "final",
    inputs: ({ items }) =>
      items
        .filter(({ own, resource }) => own && resource.itemPath === plainPath(operation.path))
        .map(({ id, path }, index) => ({ id, path, isRead: index < mostRead })),
    run: async (t, input) => {
      const { path, isRead } = input as Pick<KnownItem, "path"> & { readonly isRead: boolean };
      const { request } = makeRequest(() => validRequest(t.state, operation));
      const item = t.state.items.find((each) => each.path === path);
      const isSeen = read !== undefined && item !== undefined && isRead;
      const [first, second] = isSeen ? [await shownAt(t, read, item), await shownAt(t, read, item)] : [];
      // Nobody deletes without the key, or with another: tried on what is to be deleted anyway.
      if (isRead && asksForKey) {
        for (const credential of [{ kind: "missing" }, wrongKey(t.state)] as const) {
          const status = await sendWith(t, at(request, { path }), credential);
          t.expect(!isSuccess(status), { check: `${slug}/credential`, ...served(status, credential) });
        }
        for (const place of triedPlaces(contract, operation))
          await expectRefusedAt(t, operation, at(request, { path }), place);
      }
      const { response } = await t.send(at(request, { path }));
      if (!isSuccess(response.status)) throw new Skip("untested", `it was not deleted: ${response.status}`);
      if (!isSeen || response.status === 202) return;
      if (first === undefined || second === undefined)
        throw new Skip("untested", "it could not be read before it was deleted");
      const found = await isStillThere(t, read, item, [first, second]);
      t.expect(!found, {
        problem: "still there",
        expected: "404 or 410 (if that may take longer: --settle 2s)",
        actual: "2xx: it is still served",
        at: { in: "status" },
      });
    },
  };
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
  return renderJson(left ?? null) === renderJson(right ?? null) ? [] : [path];
}

function withoutPaths(json: Json, paths: readonly (readonly string[])[]): string {
  const kept = paths.reduce(
    (rest, path) => (valueAt(rest, path) === undefined ? rest : withValueAt(rest, path, undefined)),
    json,
  );
  return renderJson(kept);
}
