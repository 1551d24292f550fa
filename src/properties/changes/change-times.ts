import { type Actor, type BrokenPromise, type OwnProperty, timedChanges } from "../../actor/index.js";
import { type Json, type JsonObject, renderJson } from "../../json/index.js";
import { momentOf } from "../../model/index.js";
import { isStillShown, moreThanASecond } from "../../values/index.js";

/** A clock may go in whole seconds: a time that is the same is looked at once more, a while later. */
export const changeTimes: OwnProperty = {
  id: "change-times",
  requirement: {
    name: "change times",
    level: "implied",
    proof:
      "a new item is changed, and once more a second later where its time of the last change is the same; it counts where that stays, or is over a minute earlier, and where a time that stays by its text is another one, for two items",
  },
  sentence: ({ op }) =>
    `${op.id} sets the time of the last change, and keeps that of the creation, as their texts say.`,
  phase: "populate",
  about: timedChanges,
  run: async (t: Actor, { times }) => {
    t.assume(times !== undefined, "never changed");
    const { moving, steady } = times;
    await t.failIfAlways("item", async (): Promise<BrokenPromise | undefined> => {
      const item = await t.create();
      const before = t.membersOf(item.found);
      const changed = async (): Promise<JsonObject> => {
        const change = t.applied(await t.change(item, "valid, to see the time of the change"));
        const found = await t.readChanged(item, change);
        t.assume(t.shows(found, change), "not effective");
        return t.membersOf(found);
      };
      const first = await changed();
      const kept = steady.find((name) => !isStillShown(before[name], first[name]));
      if (kept !== undefined)
        return broken(
          kept,
          `${renderJson(before[kept] ?? null)}, as before: its text says that it stays`,
          first,
        );
      const since = (now: JsonObject, name: string): number =>
        (momentOf(now[name]) ?? 0) - (momentOf(before[name]) ?? Number.POSITIVE_INFINITY);
      const known = moving.filter((name) => isOfSeconds(before[name]));
      t.assume(known.length + steady.length > 0, "not shown");
      if (known.every((name) => since(first, name) > 0)) return undefined;
      await t.settle(moreThanASecond);
      const second = await changed();
      // The clocks of several machines differ.
      const stays = known.find((name) => since(second, name) === 0 || since(second, name) < -mostBetween);
      return stays === undefined
        ? undefined
        : broken(
            stays,
            `later than ${renderJson(before[stays] ?? null)}, since the item was changed`,
            second,
          );
    });
  },
};

function broken(name: string, expected: string, { [name]: actual = null }: JsonObject): BrokenPromise {
  return {
    problem: `${name} is not as its text says`,
    expected: `${name} is ${expected}`,
    actual: renderJson(actual),
    at: { in: "body", pointer: `/${name}` },
  };
}

/** Between the clocks of a server's machines, in ms. */
const mostBetween = 60_000;

/** Is it a moment with seconds? One without them may be of a clock that goes in minutes. */
function isOfSeconds(value: Json | undefined): boolean {
  return (
    momentOf(value) !== undefined && typeof value === "string" && !/T\d\d:\d\d(:00(\.0+)?)?\D*$/.test(value)
  );
}
