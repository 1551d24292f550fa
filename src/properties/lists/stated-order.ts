import { type Actor, isInOrder, type Page, type Property, sortedLists } from "../../actor/index.js";
import { renderJson } from "../../json/index.js";
import { codePointOrders, type Sorting, tieOf, valueAt } from "../../model/index.js";
import { inText } from "../../values/index.js";
import { sorting } from "./listed.js";
import { addRanked, plainValue } from "./listed-verbs.js";

/** New items, neither upwards nor downwards. */
const mixed = [1, 2, 0];

const chosenIn = (orders: readonly Sorting[]): readonly string[] =>
  orders.flatMap(({ chosen }) => chosen.map(([{ name }]) => name));

const askedFor = ({ label, chosen }: Sorting) => ({
  label: `the list in the order of ${label}`,
  chosen,
  isLargest: true,
});

/** Items that are equal in one member are sorted by the one that the description names for them. */
export const ties: Property = {
  id: "ties",
  requirement: () => sorting.id,
  sentence: ({ op }) => `${op.id} sorts equal items by the member that its description names for them`,
  phase: "read",
  about: sortedLists,
  when: ({ op }) => tieOf(op) !== undefined,
  chooses: ({ op }) => chosenIn(tieOf(op)?.wanted ?? []),
  run: async (t: Actor, { op }) => {
    const { wanted = [], at = [], way = "either" } = tieOf(op) ?? {};
    const first = wanted[0]?.at ?? [];
    const same = mixed.map(() => 0);
    const newIn = await addRanked(t, [
      { at: first, ranks: same },
      { at, ranks: mixed },
    ]);
    for (const order of wanted)
      await t.failIfAlways("index", async () => {
        const items = newIn(await t.list(askedFor(order)));
        const equal = new Set(items.map((item) => renderJson(valueAt(item, first) ?? null)));
        const values = items.flatMap((item) => plainValue(t, item, at) ?? []);
        const isDue = equal.size === 1 && new Set(values.map(renderJson)).size === mixed.length;
        t.assume(isDue, "not enough in order", order.label);
        if (isInOrder(values, way)) return undefined;
        return {
          problem: `${order.label}: equal items are in another order`,
          expected: `items with the same ${first.join(".")} in the order of ${at.join(".")}, as the description says`,
          actual: `items with the ${at.join(".")} ${values.map(inText).join(", ")}`,
          at: { in: "body", pointer: "" },
        };
      });
  },
};

/** Texts are sorted with all capitals before the small letters, where the description says that they go by code points. */
export const codePoints: Property = {
  id: "code-points",
  requirement: () => sorting.id,
  sentence: ({ op }) => `${op.id} sorts texts by their code points, as its description says`,
  phase: "read",
  about: sortedLists,
  when: ({ op }) => codePointOrders(op).length > 0,
  chooses: ({ op }) => chosenIn(codePointOrders(op)),
  run: async (t: Actor, { op }) => {
    const wanted = codePointOrders(op);
    const at = wanted[0]?.at ?? [];
    const newIn = await addRanked(t, [{ at, ranks: mixed, isLastCapital: true }]);
    const textsIn = (page: Page): readonly string[] =>
      newIn(page).flatMap((item) => {
        const value = valueAt(item, at);
        return typeof value === "string" ? [value] : [];
      });
    for (const order of wanted)
      await t.failIfAlways("index", async () => {
        const texts = textsIn(await t.list(askedFor(order)));
        const capitals = texts.filter((text) => /^[A-Z][a-z]/.test(text));
        const small = texts.filter((text) => /^[a-z]{2}/.test(text));
        const isDue = capitals.length === 1 && small.length === mixed.length - 1;
        t.assume(isDue, "not enough in order", order.label);
        if (isInOrder(texts, order.way)) return undefined;
        return {
          problem: `${order.label}: not by code points`,
          expected: `items in the order of the code points of ${at.join(".")}, capitals before small letters`,
          actual: `items with the ${at.join(".")} ${texts.join(", ")}`,
          at: { in: "body", pointer: "" },
        };
      });
  },
};
