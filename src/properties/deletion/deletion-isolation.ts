import { type Actor, deletions, type Property, type Roles, shownCheckOf } from "../../actor/index.js";
import { isSuccess } from "../../engine/index.js";
import { expectUntouched, othersBeside, showingSent } from "./isolation-verbs.js";

/**
 * Of three new items, the middle one is deleted: the others stay. While they are created, those before them stay what they are. A
 * server with a fault may keep nothing but the latest of many items.
 */
export const deletionIsolation: Property = {
  id: "alone",
  requirement: () => "gone",
  sentence: ({ op }) => `${op.id} deletes one item`,
  phase: "final",
  about: deletions,
  alsoTests: createdCheck,
  run: async (t: Actor, roles) => {
    const [check] = createdCheck(roles);
    const older = await showingSent(t, t.items());
    const first = await t.add();
    const newer = await showingSent(t, [first]);
    const second = await t.add();
    if ((await t.read(first)) === undefined) {
      t.expect((await t.read(second)) === undefined, {
        check,
        problem: "gone once another one is created",
        expected: "both of two new items are there",
        actual: "the first is not found any more",
        at: { in: "status" },
      });
      t.assume(false, "not found");
    }
    // A server may delete what comes next, too, as well as what came before.
    await t.add();
    await expectUntouched(t, [...older, ...newer], { check, mayBeGone: true });
    const others = await othersBeside(t, second, first);
    t.assume(others.length > 0, "no other item");
    const { status } = await t.send(t.requestAt(second));
    t.assume(isSuccess(status) && status !== 202, "not deleted", status);
    t.forget(second);
    await expectUntouched(t, others);
    t.assume(!(await t.isThere(second)), "still found");
  },
};

/** The check that a creation breaks which leaves nothing, or changes another item. */
function createdCheck({ create }: Roles): readonly string[] {
  return [create && shownCheckOf(create)].filter((check) => check !== undefined);
}
