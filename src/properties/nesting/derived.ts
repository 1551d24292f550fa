import {
  type Actor,
  type BrokenPromise,
  type Derived,
  derivedReads,
  type OwnProperty,
} from "../../actor/index.js";
import { isSameJson, type JsonObject } from "../../json/index.js";
import { brokenOnceChanged } from "./derived-event-verbs.js";
import { addOther, assumeNoOthers, brokenNow, shownBefore } from "./derived-verbs.js";

/**
 * A member that is computed from other items follows at once, as they come, change and go. A number of some of them alone need not rise:
 * where it has risen with the first one, it does with the second one.
 */
export const derivedMember: OwnProperty = {
  id: "derived",
  requirement: {
    name: "computed from others",
    level: "implied",
    proof:
      "a new item is read, and again with each of two that are created below it, or refer to it, and are read, and when these are changed, acted on and deleted; the member counts of which the text says how it is computed, of two items; statistics are read in the same way while items of a collection come and go, three times, and count where they stay the same as long as the run does nothing",
  },
  sentence: ({ op }) => `${op.id} shows what follows from other items as its text says it is computed.`,
  phase: "final",
  about: derivedReads,
  inputs: ({ derived = [] }) => derived.map(inputOf),
  run: async (t: Actor, { create, derived: all = [] }, input) => {
    const derived = all.find((each) => isSameJson(inputOf(each), input as JsonObject));
    t.assume(derived !== undefined, "not shown");
    const { isOfSome } = derived.member;
    const isOnce = create === undefined;
    const trial = async (): Promise<BrokenPromise | undefined> => {
      const place = await shownBefore(t, derived, isOnce ? undefined : await t.create());
      const first = await addOther(place, 0);
      const once = await brokenNow(place, [first]);
      if (once !== undefined && !isOfSome && !derived.mayStay) return once;
      t.assume(once === undefined, "same as before");
      const second = await t.unlessSkipped(() => addOther(place, 1));
      const both = second === undefined ? [first] : [first, second];
      const twice = second && (await brokenNow(place, both));
      return twice !== undefined || isOfSome ? twice : brokenOnceChanged(place, both);
    };
    await t.failIfAlways(isOnce ? "response" : "item", trial, isOnce ? () => assumeNoOthers(t) : undefined);
  },
};

/** What tells a member apart: its name, and what creates the items that it follows from. */
function inputOf({ member, dependents }: Derived): JsonObject {
  return { member: member.at.join("/"), follows: dependents.roles.op.id };
}
