import { type Actor, actions, type OwnProperty } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import { isSameJson, type Json, renderJson } from "../../json/index.js";
import { isOf, isOfRequest, isState, itemNounOf, matches } from "../../model/index.js";
import { wordsIn } from "../../schema/index.js";
import { act, actAgain } from "./action-verbs.js";

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
      const { item, before, answer } = await act(t);
      t.assume(t.showsItem(item, answer.json), "not in response");
      const [was, answered] = [t.membersOf(before), t.membersOf(answer.json)];
      const changed = Object.keys(was).filter(
        (name) => isOfState(name, was[name]) && name in answered && !isSameJson(answered[name], was[name]),
      );
      t.assume(changed.length > 0, "nothing acted on");
      const keptIn = async (names: readonly string[]): Promise<readonly string[]> => {
        const found = await t.read(item);
        t.assume(found !== undefined, "item gone");
        return names.filter((name) => isSameJson(t.membersOf(found)[name], was[name]));
      };
      const kept = await keptIn(changed);
      if (kept.length > 0) await t.settle();
      const [name] = await keptIn(kept);
      if (name === undefined) return undefined;
      return {
        problem: `${name} is not stored`,
        expected: `${name} is ${renderJson(answered[name] ?? null)}, as the response of the action shows (if that may take longer: --settle 2s)`,
        actual: `${renderJson(was[name] ?? null)}, as before the action, for two new items`,
        at: { in: "body", pointer: `/${name}` },
      };
    });
  },
};

/**
 * An action may change the state of others, as one that makes an item the default one does, but gives them no state that it gives its
 * own item.
 */
export const isolatedActions: OwnProperty = {
  id: "isolated",
  requirement: {
    name: "one item",
    level: "implied",
    proof:
      "an action is done to one of two new items: the other one, read before and after, does not get the state that the first one gets, twice",
  },
  sentence: ({ op }) => `${op.id} acts on its own item, and on no other one.`,
  phase: "populate",
  about: actions,
  run: async (t: Actor) => {
    await t.failIfAlways("item", async () => {
      const other = await t.create();
      const { item, before, answer } = await act(t);
      t.assume(t.showsItem(item, answer.json), "not in response");
      const [was, now] = [t.membersOf(before), t.membersOf(answer.json)];
      const changed = Object.keys(now).filter(
        (name) => isOfState(name, now[name]) && !isSameJson(was[name], now[name] ?? null),
      );
      t.assume(changed.length > 0, "nothing acted on");
      await t.until(
        () => t.read(item),
        (found) => changed.every((name) => isSameJson(t.membersOf(found)[name], now[name] ?? null)),
      );
      const [former, later] = [t.membersOf(other.found), t.membersOf(await t.read(other))];
      const name = changed.find(
        (each) => isSameJson(later[each], now[each] ?? null) && !isSameJson(former[each], now[each] ?? null),
      );
      if (name === undefined) return undefined;
      return {
        problem: "an action acts on another item, too",
        expected: `${name} of ${other.path} is ${renderJson(former[name] ?? null)}, as before the action on ${item.path}`,
        actual: `${renderJson(later[name] ?? null)}, as of the item that was acted on`,
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
      "an action without a body, whose 409 is described by its item being in that state already, is done twice to a new item: a second success is a finding, if another new item shows it, too",
  },
  sentence: ({ op }) => `${op.id} is refused to an item to which it was done before, as its 409 says.`,
  source: "RFC 9110, section 15.5.10",
  phase: "populate",
  about: actions,
  when: ({ op }) => op.body === undefined && !isPassing(op) && refusesRepetition(op),
  run: async (t: Actor) => {
    await t.failIfAlways("item", async () => {
      const { item } = await act(t);
      await t.settle();
      const status = await actAgain(t, item);
      t.assume(isSuccess(status) || [400, 409, 412, 422].includes(status), "not about the state", status);
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

/** May its item be what it was before as soon as it is over, or does it only show what would be? */
function isPassing({ id, path }: Operation): boolean {
  const after = path.slice(path.lastIndexOf("}"));
  return [...wordsIn(after), ...wordsIn(id)].some((word) => isOf(word, "passing"));
}

/** Is 409 described by the item of an action, and by what the action does: `The order is shipped already`? */
function refusesRepetition({ path, parameters, responses, description = "" }: Operation): boolean {
  const said = responses.get("409")?.description ?? "";
  if (parameters.some(({ name }) => isOfRequest(name))) return false;
  if (responses.has("409") && matches(description, "refuses-repetition")) return true;
  if (matches(said, "of-other-causes")) return false;
  const [verb = ""] = wordsIn(path).slice(-1);
  const isDone = wordsIn(said).some((word) => word.slice(0, stem) === verb.slice(0, stem));
  const isOfItem = wordsIn(said).includes(itemNounOf(path.slice(0, path.lastIndexOf("/{"))));
  return isDone ? matches(said, "done-already") : isOfItem && matches(said, "in-another-state");
}

/** The letters that the forms of a verb have in common: `cancel` and `cancelled`. */
const stem = 4;

/** Is it a part of the state of an item, which an action is there to change? */
function isOfState(name: string, value: Json | undefined): boolean {
  return typeof value === "boolean" || (typeof value === "string" && isState(name));
}
