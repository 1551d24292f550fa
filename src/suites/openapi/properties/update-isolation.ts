import { type Actor, changeKindOf, changes, type Property } from "../engine/index.js";

/**
 * One other item is read right after each of two changes. The changes send numbers, booleans and words that it does not have, so that
 * a copied value is recognised.
 */
export const updateIsolation: Property = {
  id: "neighbour",
  requirement: ({ op }) => changeKindOf(op),
  sentence: ({ op }) => `${op.id} leaves other items as they are`,
  source: "RFC 5789, section 2; RFC 9110, section 9.3.4",
  phase: "populate",
  about: changes,
  run: async (t: Actor) => {
    const item = await t.create();
    const other = await t.neighbourOf(item);
    t.assume(other !== undefined, "no other item");
    let before = other.found;
    await t.failIfAlways("item", async () => {
      const change = await t.changeValues(item, before);
      const after = await t.read(other);
      t.assume(after !== undefined, "item gone");
      t.assume(t.pair(change.sent, after) !== undefined, "not shown");
      const names = t.copiedMembers(change, before, after);
      before = after;
      if (names.length === 0) return undefined;
      return {
        problem: "another item is changed",
        expected: "every other item stays what it is",
        actual: `${names.join(", ")} of another item is changed, too, whatever is sent`,
        at: { in: "body", pointer: "" },
      };
    });
  },
};
