import { type Actor, listedDeletions, type Property } from "../engine/index.js";

/** A list may show an item as deleted. One that is built from time to time has to show a later item first. */
export const deletedListed: Property = {
  id: "listed",
  requirement: () => "gone",
  sentence: ({ op, list }) => `${list?.id} does not show an item that ${op.id} deleted`,
  phase: "final",
  about: listedDeletions,
  run: async (t: Actor) => {
    const item = await t.add();
    const before = (await t.list()).row(item);
    t.assume(before !== undefined, "not listed");
    await t.remove(item);
    const row = async (): Promise<string | undefined> => (await t.list()).row(item);
    if ((await t.until(row, (text) => text !== before)) !== before) return t.pass();
    const later = await t.add();
    await t.failIfAlways(
      "list",
      async () => {
        await t.settle();
        const list = await t.list();
        t.assume(list.row(later) !== undefined, "list may be old");
        if (list.row(item) !== before) return undefined;
        return {
          problem: "still in its list",
          expected: "no deleted item, since the list already shows one that was created after the deletion",
          actual: "the deleted item is shown as before (if it may stay for a while: --settle 2s)",
          at: { in: "body", pointer: "" },
        };
      },
      async () => t.assume(!(await t.isThere(item)), "still found"),
    );
  },
};
