import { wordsIn } from "../../../generate/index.js";
import { type Json, renderJson } from "../../../json/index.js";
import { isOf, isState } from "../../../model/index.js";
import { type Actor, actions, type OwnProperty } from "../engine/index.js";

/** A response may show what comes later: it counts where the item stays exactly what it was, for two new items. */
export const storedActions: OwnProperty = {
  id: "stored",
  requirement: {
    name: "stored",
    level: "implied",
    proof:
      "an action is done to a new item: a state or a boolean that its response shows as changed, and that a read of the item shows as before until the time to settle is over, for two items",
  },
  sentence: ({ op }) => `An item is in the state that the response of ${op.id} shows.`,
  phase: "populate",
  about: actions,
  when: ({ op: { path } }) =>
    !wordsIn(path)
      .slice(-1)
      .some((word) => isOf(word, "passing")),
  run: async (t: Actor) => {
    await t.failIfAlways("item", async () => {
      const { item, before, answer } = await t.act();
      t.assume(t.showsItem(item, answer.json), "not in response");
      const [was, told] = [t.membersOf(before), t.membersOf(answer.json)];
      const changed = Object.keys(was).filter(
        (name) => isOfState(name, was[name]) && name in told && !isSame(told[name], was[name]),
      );
      t.assume(changed.length > 0, "nothing acted on");
      const keptIn = (found: Json | undefined): readonly string[] =>
        changed.filter((name) => isSame(t.membersOf(found)[name], was[name]));
      if (keptIn(await t.read(item)).length > 0) await t.settle();
      const after = await t.read(item);
      t.assume(after !== undefined, "item gone");
      const [name] = keptIn(after);
      if (name === undefined) return undefined;
      return {
        problem: `${name} is not stored`,
        expected: `${name} is ${renderJson(told[name] ?? null)}, as the response of the action shows (if that may take longer: --settle 2s)`,
        actual: `${renderJson(was[name] ?? null)}, as before the action, for two new items`,
        at: { in: "body", pointer: `/${name}` },
      };
    });
  },
};

/** Is it a part of the state of an item, which an action is there to change? */
function isOfState(name: string, value: Json | undefined): boolean {
  return typeof value === "boolean" || (typeof value === "string" && isState(name));
}

function isSame(left: Json | undefined, right: Json | undefined): boolean {
  return renderJson(left ?? null) === renderJson(right ?? null);
}
