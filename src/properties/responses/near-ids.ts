import type { KnownItem } from "../../actor/index.js";
import { type Actor, type FurtherRequirement, itemReads, type Property } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import { slugOf } from "../../model/index.js";
import { isNumbered, type NearId, nearIdsOf, withId } from "../../values/index.js";
import { unknownItem } from "./unknown-items.js";

/** To read a number up to its first letter is a habit of many languages. */
const noNumbers: FurtherRequirement = {
  id: "no-number",
  name: "ids that are no numbers",
  level: "advice",
  sentence: ({ op }) => `${op.id} serves no item for a text that is no number.`,
  isOf: (op, callable) => itemReads(op, callable) !== undefined && isNumbered(op),
  proof:
    "an item of the run is asked for by its number with a fraction, and with a letter behind it; another spelling of the same number, such as 07, is not asked for",
};

/** An item is found by its own number, and not by one that a narrower type takes for it. */
export const nearIds: Property = {
  id: "near",
  requirement: () => unknownItem.id,
  sentence: ({ op }) => `${op.id} serves no item for a number that is nearly its id`,
  source: "RFC 9110, section 15.5.5; RFC 8259, section 6",
  phase: "read",
  about: itemReads,
  when: ({ op }) => isNumbered(op),
  further: [noNumbers],
  run: async (t: Actor, { op }) => {
    const item = await t.unlessSkipped(async () => t.borrow());
    const others = t.items().flatMap(({ id }) => (id === item?.id ? [] : [id]));
    const near = item === undefined ? [] : nearIdsOf(op, item.id, others);
    if (item === undefined || near.length === 0 || !t.showsItem(item, await t.read(item))) return;
    for (const each of t.asManyAsFit(near)) await expectNotServed(t, op, item, each);
  },
};

/** Asks for what is nearly the id of an item, and expects not to be shown that item. */
async function expectNotServed(t: Actor, op: Operation, item: KnownItem, near: NearId): Promise<void> {
  const check = `${slugOf(op)}/${near.isId ? unknownItem.id : noNumbers.id}`;
  const request = { ...withId(t.requestAt(item), near.text), label: `an id that ${near.label}` };
  const { response, json } = await t.sendUnexpected(request);
  if (!isSuccess(response.status) || !t.showsItem(item, json)) return t.pass(check);
  t.expect(false, {
    check,
    problem: near.isId ? "an unknown item is served" : "an item is served for no number",
    expected: "404, or another refusal",
    actual: `${response.status} with the item ${item.id}, for ${near.text}`,
    at: { in: "status" },
  });
}
