import {
  type Actor,
  isInOrder,
  lists,
  type OwnProperty,
  type Page,
  type Property,
  type Roles,
  sortedLists,
} from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { renderJson } from "../../json/index.js";
import {
  codePointOrders,
  isDecidedPlace,
  type Sorting,
  secondOrdersOf,
  shownSortingsOf,
  statesOrder,
  type Tie,
  tieOf,
  usualOrdersOf,
  valueAt,
} from "../../model/index.js";
import { inText, orderedPairs } from "../../values/index.js";
import { directions, sorting } from "./listed.js";
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
  requirement: ({ op }) => requirementOn(op),
  sentence: ({ op }) => `${op.id} sorts equal items by the member that its description names for them`,
  phase: "read",
  about: lists,
  when: ({ op }) => tieOf(op) !== undefined,
  chooses: ({ op }) => chosenIn(tieOf(op)?.wanted ?? []),
  run: async (t: Actor, { op }) => {
    const tie = tieOf(op);
    t.assume(tie !== undefined, "not enough in order", "equal items");
    return tryTie(t, tie, "as the description says");
  },
};

/** Of a list that is asked for two members, the second one sorts the items that are equal in the first. */
export const secondMember: Property = {
  id: "second-member",
  requirement: () => sorting.id,
  sentence: ({ op }) => `${op.id} sorts items that are equal in the first member by the second one`,
  phase: "read",
  about: sortedLists,
  inputs: ({ op }) => secondOrdersOf(op),
  chooses: ({ op }) => chosenIn(secondOrdersOf(op).map(([both]) => both)),
  run: async (t: Actor, _, input) => {
    const [both, { at, way }] = input as readonly [Sorting, Sorting];
    return tryTie(t, { wanted: [both], at, way, isDecided: false }, "as the query asks");
  },
};

async function tryTie(t: Actor, { wanted, at, way, isDecided }: Tie, reason: string): Promise<void> {
  const first = wanted[0]?.at ?? [];
  const same = { at: first, ranks: mixed.map(() => 0) };
  const newIn = await addRanked(t, isDecided ? [same] : [same, { at, ranks: mixed }]);
  for (const order of wanted)
    await t.failIfAlways("index", async () => {
      const items = newIn(await t.list(askedFor(order)));
      const equal = new Set(items.map((item) => renderJson(valueAt(item, first) ?? null)));
      const values = items.flatMap((item) => (isDecided ? valueAt(item, at) : plainValue(t, item, at)) ?? []);
      const isDue = equal.size === 1 && new Set(values.map(renderJson)).size === mixed.length;
      const { kept, broken } = orderedPairs(values, way);
      t.assume(isDue && (!isDecided || kept + broken > 0), "not enough in order", order.label);
      if (isDecided ? broken === 0 : isInOrder(values, way)) return undefined;
      return {
        problem: `${order.label}: equal items are in another order`,
        expected: `items with the same ${first.join(".")} in the order of ${at.join(".")}, ${reason}`,
        actual: `items with the ${at.join(".")} ${values.map(inText).join(", ")}`,
        at: { in: "body", pointer: "" },
      };
    });
}

/** Pairs of items that show whether a list is in order. */
const fewestPairs = 3;
/** Items that were created at the same moment may come in any order: an order is another one where more than this share is in it. */
const share = 1 / 4;

/** Tries an order by what the items show. */
async function tryShown(t: Actor, { op }: Pick<Roles, "op">, order: Sorting, reason: string): Promise<void> {
  const place = order.at.join(".");
  const isDecided = isDecidedPlace(op, order.at);
  if (isDecided) await t.fillPages();
  const newIn = isDecided ? undefined : await addRanked(t, [{ at: order.at, ranks: mixed }]);
  await t.failIfAlways("index", async () => {
    const page = await t.list(askedFor(order));
    const items = newIn?.(page) ?? page.own.map(({ item }) => item);
    const values = items.flatMap((item) => valueAt(item, order.at) ?? []);
    const { kept, broken } = orderedPairs(values, order.way);
    t.assume(kept + broken >= fewestPairs, "not enough in order", order.label);
    if (broken <= share * (kept + broken)) return undefined;
    return {
      problem: `${order.label}: another order`,
      expected: `items in the order of ${place}, ${directions[order.way]}, ${reason}`,
      actual: `items with the ${place} ${values.map(inText).join(", ")}`,
      at: { in: "body", pointer: "" },
    };
  });
}

/** A list is sorted by a member that the server decides: what the items show of it counts. */
export const shownSorting: Property = {
  id: "shown",
  requirement: () => sorting.id,
  sentence: ({ op }) => `${op.id} shows items in the order of a member that the server decides`,
  phase: "read",
  about: sortedLists,
  inputs: ({ op }) => shownSortingsOf(op).slice(0, mostShown),
  chooses: (_, input) => chosenIn([input as Sorting]),
  run: async (t: Actor, roles, input) => {
    return tryShown(t, roles, input as Sorting, "as the query asks");
  },
};

/** Orders that are compared as the items show them: those of two members, upwards and downwards. */
const mostShown = 4;

/** A list that is asked for no order is in the one that its description states. */
export const usualOrder: OwnProperty = {
  id: "usual-order",
  requirement: {
    name: "stated order",
    level: "implied",
    isOf: (op, callable) => statesOrder(lists(op, callable)),
    proof:
      "a list is asked for without an order, or without a direction: items of the run whose values show another order than the default or the text of the list count, three times",
  },
  sentence: ({ op }) => `${op.id} shows items in the order that its description states.`,
  phase: "read",
  about: lists,
  when: ({ op }) => usualOrdersOf(op).length > 0,
  inputs: ({ op }) => usualOrdersOf(op),
  chooses: (_, input) => chosenIn([input as Sorting]),
  run: async (t: Actor, roles, input) => {
    return tryShown(t, roles, input as Sorting, "as the description says");
  },
};

/** Equal items belong to the orders that can be asked for, where there are any. */
function requirementOn(op: Operation): string {
  return tieOf(op)?.wanted.some(({ chosen }) => chosen.length > 0) ? sorting.id : usualOrder.id;
}

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
