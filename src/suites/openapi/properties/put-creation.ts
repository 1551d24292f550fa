import { isSuccess } from "../../../checks/index.js";
import { bareShape, fullShape, type Shape } from "../../../generate/index.js";
import { createsByPut } from "../../../model/index.js";
import { type Actor, type KnownItem, type Property, type PutItem, textLengths } from "../engine/index.js";
import { isRefusal } from "../requests/baseline.js";
import { choosesIds } from "../requests/new-ids.js";

/** A PUT to an address at which nothing is found creates an item, which can be read there. */
export const putCreation: Property = {
  id: "replaced/created",
  requirement: () => "replaced/created",
  sentence: ({ op }) => `an item that ${op.id} creates can be read at its address`,
  source: "RFC 9110, section 9.3.4",
  phase: "first-creation",
  about: (op, { api, mayCall }) => {
    const isDeletable = api.operationsAt(op.path).some((each) => each.method === "DELETE" && mayCall(each));
    const isPossible = createsByPut(op, api) && isDeletable && choosesIds(op);
    const read = isPossible ? api.readOf(op) : undefined;
    return read && mayCall(read) ? { op, read, needs: [] } : undefined;
  },
  run: async (t: Actor) => {
    const item = await t.unusedItem();
    const whole = await put(t, item, fullShape);
    const created = isRefusal(whole.status) ? await put(t, item, bareShape) : whole;
    t.assume(
      t.items().some(({ path }) => path === item.path),
      "not put",
      whole.status,
    );
    // A second one shows whether others stay as they are, and whether long texts do.
    const shape = isSuccess(whole.status) ? fullShape : bareShape;
    await put(t, await t.unusedItem(), { ...shape, textLength: textLengths[1] });
    await t.expectPartsKept({ ...created, shape }, created.found);
  },
};

/** Puts an item where nothing is, and expects that it can be read there as it was sent. */
async function put(t: Actor, item: KnownItem, shape: Shape): Promise<PutItem> {
  const created = await t.putAt(item, shape);
  const { status, found, isElsewhere } = created;
  if (status === 201 && !isElsewhere)
    t.expect(found !== undefined, {
      problem: "not found after it was created",
      expected: "2xx with what was created (if that may take longer: --settle 2s)",
      actual: "it is not found at the address that it was put to",
      at: { in: "status" },
    });
  if (isSuccess(status) && status !== 202 && found !== undefined)
    t.expectStored({ sent: created.body ?? null }, found);
  return created;
}
