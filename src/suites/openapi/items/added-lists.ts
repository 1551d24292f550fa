import { isSuccess, Skip } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import { plainSchema, typeOf } from "../../../generate/index.js";
import { type Json, renderJson } from "../../../json/index.js";
import { differencesOf, expectSame } from "../comparison/comparison.js";
import { pairOf } from "../comparison/representations.js";
import { readItem } from "../requests/read-item.js";
import { at } from "../requests/requests.js";
import { type ApiScenario, anotherTwin, eventually } from "../requests/twin.js";
import { hasMark, marksIn } from "../state/state.js";
import { changeOfItems, newItem } from "./new-items.js";
import { growing, isMergePatch } from "./replaced-lists.js";

/**
 * A list that is sent to change an item is there then. Where what was there before is there, too, that is said, and no failure:
 * nothing says whether a change in plain JSON adds to a list, or takes its place.
 * @param creations that the run may send
 */
export function addedListsScenario(
  operation: Operation,
  { operations }: Pick<Contract, "operations">,
  creations: readonly Operation[],
): ApiScenario | undefined {
  const changed = changeOfItems(operation, operations, creations);
  if (
    changed === undefined ||
    operation.method !== "PATCH" ||
    isMergePatch(operation) ||
    !hasLists(operation)
  )
    return undefined;
  const { related, check } = changed;
  const { create, read } = related;
  return {
    id: `${check}/lists`,
    title: `${operation.id} replaces lists`,
    phase: "populate",
    expects: [check],
    inputs: ({ twins }) => (twins.has(operation.id) && twins.has(create.id) ? [null] : []),
    run: async (t) => {
      const made = await newItem(t, related);
      const { request, body: sent } = anotherTwin(t, operation);
      const { response } = await t.send(at(request, made.item));
      if (!isSuccess(response.status) || response.status === 202)
        throw new Skip("untested", `it was not changed at once: ${response.status}`);
      const found = await eventually(
        t,
        () => readItem(t, read, made.item),
        (shown) =>
          shown !== undefined && differencesOf(t.state, { operation, read, sent, found: shown }).length === 0,
      );
      if (found === undefined) throw new Skip("untested", "the item is gone");
      const changedTo = { operation, read, sent, found };
      expectSame(t, { ...changedTo, check });
      const now = pairOf(t.state, changedTo);
      const before = pairOf(t.state, { operation: create, read, sent: made.sent, found: made.found });
      for (const [name, list] of Object.entries(now?.sent ?? {})) {
        if (!Array.isArray(list) || growing.test(name)) continue;
        const [fresh, shown, former] = [list, now?.found[name], before?.sent[name]].map((each) =>
          renderJson((each as Json | undefined) ?? null),
        );
        const left = marksIn(t.state, former ?? "").filter((mark) => fresh?.includes(mark) !== true);
        if (left.some((mark) => hasMark(shown ?? "", mark)))
          throw new Skip(
            "untested",
            `${name} still has what was there before, too, and nothing says whether a change adds to it`,
          );
      }
    },
  };
}

function hasLists({ body }: Operation): boolean {
  const { properties = {} } = plainSchema(body?.schema ?? {});
  return Object.entries(properties).some(
    ([name, schema]) => typeOf(plainSchema(schema)) === "array" && !growing.test(name),
  );
}
