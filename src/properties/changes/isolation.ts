import { type Actor, changes, type Property } from "../../actor/index.js";
import type { Json } from "../../json/index.js";
import { changeKindOf, idMembersOf, withValueAt } from "../../model/index.js";

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

/** A server may refuse a body with the id of another item, take no notice of the id, or keep the id as it was sent. */
export const idInBody: Property = {
  id: "id-in-body",
  requirement: ({ op }) => changeKindOf(op),
  sentence: ({ op }) => `${op.id} changes the item in its path, whatever id is in its body`,
  source: "RFC 9110, section 9.3.4; RFC 5789, section 2",
  phase: "populate",
  about: changes,
  when: ({ op }) => idMembersOf(op).length > 0,
  run: async (t: Actor) => {
    const [own, other] = [await t.create(), await t.create()];
    const [ownId, otherId] = [own, other].map((item) => t.idInBody(item));
    t.assume(ownId !== undefined && otherId !== undefined, "no id in body");
    const { name, value } = otherId;
    const withOtherId = (body: Json): Json => withValueAt(body, [name], value);
    const change = await t.change(own, `valid, with the ${name} of another item in its body`, withOtherId);
    if (change === undefined) return t.pass();
    await t.settle(0);
    // The other item has this id of its own accord.
    const sent = withValueAt(change.sent, [name], undefined);
    t.expect(!t.shows(await t.read(other), { sent }), {
      problem: "another item is changed",
      expected: `${other.path} stays as it is: the change is of ${own.path}`,
      actual: `it shows what was sent to ${own.path} with its ${name}`,
      at: { in: "body", pointer: `/${name}` },
      exchange: change.exchange,
    });
    // A server may let the item move to a free id.
    if ((await t.read(own)) === undefined) t.forget(own);
  },
};
