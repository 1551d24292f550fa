import { isSuccess, Skip } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import { renderJson } from "../../../json/index.js";
import { isThere } from "../items/absent-items.js";
import { type ApiScenario, baselineOf, type Context, eventually, makeRequest } from "../requests/baseline.js";
import { createItem } from "../requests/create-item.js";
import { at, slugOf, validRequest } from "../requests/requests.js";
import { settle } from "../requests/settling.js";
import { creationAndReadOf, listAt } from "../resources/item-links.js";
import { parentPathOf } from "../resources/paths.js";
import { forgetItem } from "../state/state.js";
import { largestPage } from "./list-page.js";

/** How often a list has to show a deleted item after it has grown. */
const maxPolls = 3;
/**
 * What is deleted, and is not found by its id any more, is no longer in its list. A list that is made from time to time is not
 * meant: it has to show an item that was created after the deletion. Neither is one that shows the item as deleted.
 * @param creations that the run may send
 */
export function deletedListedScenario(
  operation: Operation,
  { operations }: Pick<Contract, "operations">,
  creations: readonly Operation[],
): ApiScenario | undefined {
  const related = creationAndReadOf(operation, operations, creations);
  const list = listAt(parentPathOf(operation.path), operations);
  if (related === undefined || list === undefined) return undefined;
  const { create, read } = related;
  const check = `${slugOf(operation)}/gone`;
  return {
    id: `${check}/listed`,
    title: `${list.id} does not show an item that ${operation.id} deleted`,
    phase: "final",
    expects: [check],
    inputs: ({ baselines, harmless }) => (baselines.has(create.id) && harmless.has(list.id) ? [null] : []),
    run: async (t) => {
      baselineOf(t, list);
      const { item } = await createItem(t, create);
      const before = await rowAt(t, list, item.path);
      if (before === undefined) throw new Skip("untested", "the list does not show what was just created");
      const { request } = makeRequest(() => validRequest(t.state, operation));
      const { status } = (await t.send(at(request, item))).response;
      if (!isSuccess(status) || status === 202) throw new Skip("untested", `it was not deleted: ${status}`);
      forgetItem(t.state, item);
      const isFound = await eventually(
        t,
        () => isThere(t, { read, item }),
        (found) => !found,
      );
      if (isFound) {
        t.state.items.push(item);
        throw new Skip("untested", "the item that was deleted is still found by its id");
      }
      const isShown = (row: string | undefined): boolean => row === before;
      const after = await eventually(
        t,
        () => rowAt(t, list, item.path),
        (row) => !isShown(row),
      );
      if (!isShown(after)) {
        t.expectNone([], check);
        return;
      }
      const { item: later } = await createItem(t, create);
      for (let poll = 0; poll < maxPolls; poll += 1) {
        await settle(t);
        const { rows } = await largestPage(t, list);
        if (!rows.has(later.path))
          throw new Skip("untested", "nothing shows that the list is as new as the deletion");
        const row = rows.get(item.path);
        if (row === undefined || !isShown(renderJson(row))) {
          t.expectNone([], check);
          return;
        }
      }
      const exchange = t.exchanges.length - 1;
      if (await isThere(t, { read, item })) return;
      t.expect(false, {
        check,
        problem: "still in its list",
        expected: "no deleted item, since the list already shows one that was created after the deletion",
        actual: "the deleted item is shown as before (if it may stay for a while: --settle 2s)",
        at: { in: "body", pointer: "" },
        exchange,
      });
    },
  };
}

/** What a list shows of the item at an address. */
async function rowAt(t: Context, list: Operation, path: string): Promise<string | undefined> {
  const row = (await largestPage(t, list)).rows.get(path);
  return row === undefined ? undefined : renderJson(row);
}
