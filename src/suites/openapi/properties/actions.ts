import { isSuccess } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { wordsIn } from "../../../generate/index.js";
import { type Json, renderJson } from "../../../json/index.js";
import { isOf, isState, matches } from "../../../model/index.js";
import { type Actor, actions, type OwnProperty } from "../engine/index.js";

/** A response may show what comes later: it counts where the item stays exactly what it was, for two new items. */
export const storedActions: OwnProperty = {
  id: "stored",
  requirement: {
    name: "stored",
    level: "implied",
    explains: ["repeated"],
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

/** An action is refused to an item to which it was done before, where the description says so of its 409. */
export const repeatedActions: OwnProperty = {
  id: "repeated",
  requirement: {
    name: "repeated",
    level: "implied",
    proof:
      "an action whose 409 is described by what was done before is done twice to a new item: a second success is a finding, if another new item shows it, too",
  },
  sentence: ({ op }) => `${op.id} is refused to an item to which it was done before, as its 409 says.`,
  source: "RFC 9110, section 15.5.10",
  phase: "populate",
  about: actions,
  when: ({ op }) => refusesRepetition(op),
  run: async (t: Actor) => {
    await t.failIfAlways("item", async () => {
      const { item } = await t.act();
      await t.settle();
      const status = await t.actAgain(item);
      if (!isSuccess(status)) return undefined;
      return {
        problem: "done twice",
        expected: "409, or another refusal, since it was done to this item before",
        actual: `${status}, as for the first time`,
        at: { in: "status" },
      };
    });
  },
};

function refusesRepetition({ responses }: Operation): boolean {
  return matches(responses.get("409")?.description ?? "", "done-already");
}

/** Is it a part of the state of an item, which an action is there to change? */
function isOfState(name: string, value: Json | undefined): boolean {
  return typeof value === "boolean" || (typeof value === "string" && isState(name));
}

function isSame(left: Json | undefined, right: Json | undefined): boolean {
  return renderJson(left ?? null) === renderJson(right ?? null);
}
