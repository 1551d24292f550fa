import { type Json, renderJson } from "../../../json/index.js";
import {
  describesStaleVersions,
  shownValues,
  type VersionMember,
  versionMemberOf,
  withValueAt,
} from "../../../model/index.js";
import { type Actor, type BrokenPromise, type OwnProperty, readChanges } from "../engine/index.js";

/** A version counts that the server gives, and that differs after each change. */
export const staleVersion: OwnProperty = {
  id: "stale-version",
  requirement: {
    name: "stale version",
    level: "implied",
    proof:
      "an item of the run is changed, and then changed once more with the version that it had before; a success counts only where the version tells changes apart, and the item shows what was sent",
  },
  sentence: ({ op }) => `${op.id} changes nothing for a version that the item no longer has.`,
  phase: "populate",
  about: readChanges,
  when: ({ op }) => versionMemberOf(op) !== undefined && describesStaleVersions(op),
  chooses: ({ op }) => [versionMemberOf(op)?.name ?? ""],
  run: async (t: Actor, { op }) => {
    const [item, member] = [t.borrow(), versionMemberOf(op)];
    t.assume(member !== undefined, "no version");
    const { name, place, usual } = member;
    const version = async (): Promise<Json | undefined> => versionIn(await t.read(item), member);
    const nextVersion = async (): Promise<Json | undefined> => {
      t.applied(await t.change(item, "a change of the item"));
      await t.settle(0);
      return version();
    };
    const [first, second] = [await version(), await nextVersion()];
    // The engine replaces the usual version by the item's own, and leaves any other as it is.
    const isUsual = first !== undefined && renderJson(first) === renderJson(usual);
    const [stale, present] = isUsual ? [second, await nextVersion()] : [first, second];
    t.assume(stale !== undefined && present !== undefined, "no version");
    t.assume(renderJson(stale) !== renderJson(present), "no version");
    await t.failIfAlways("item", async (): Promise<BrokenPromise | undefined> => {
      const change = await t.change(item, `the ${name} from before the last change`, (body) =>
        withValueAt(body, place.path, stale),
      );
      if (change === undefined) return undefined;
      const isShown = (text: string): boolean => t.hasWordOf(text, change.sent);
      const shown = await t.until(async () => renderJson((await t.read(item)) ?? null), isShown);
      t.assume(isShown(shown), "not effective", change.response.status);
      return {
        problem: `a stale ${name} is accepted`,
        expected: `a refusal: ${name} is ${renderJson(present)} since the last change, and what it was changed to would be lost`,
        actual: `${renderJson(stale)} is accepted, twice, and the item shows what was sent`,
        at: { in: "status" },
        exchange: change.exchange,
      };
    });
  },
};

/** The version that an item shows. */
function versionIn(found: Json | undefined, { name, usual }: VersionMember): Json | undefined {
  return shownValues(found, [name]).find((each) => typeof each === typeof usual);
}
