import type { KnownItem } from "../../actor/index.js";
import {
  type Actor,
  isInOrder,
  listedChanges,
  listedCreations,
  type OwnProperty,
  type Page,
  type Property,
  sortedLists,
  untilListed,
} from "../../actor/index.js";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import { changeKindOf, memberOf, type Sorting, sortedMembers, sortingsOf } from "../../model/index.js";
import { inText } from "../../values/index.js";
import { traitsOf } from "./listed-verbs.js";

/**
 * A list has what was created, where it has room. That it has room is seen when it grows: it shows one more item, and still
 * lacks one that is like the others, and is served by its id. A list may hide items of a certain kind, or have pages.
 */
export const listed: Property = {
  id: "listed",
  requirement: () => "read-back",
  sentence: ({ op, list }) => `${list?.id} shows the items that ${op.id} creates`,
  phase: "populate",
  about: listedCreations,
  run: async (t: Actor) => {
    const { first, settled } = await lookAtFirst(t);
    t.assume(first.shown.length > 0, "not listed");
    if (!isLacking(first)) return t.pass();
    t.assume(!first.hasMore, "part of a list");
    const alike = await firstAlike(t, first);
    const once = await t.add();
    // The list may lack that one, too.
    const added = has((await settled()).shown, once) ? once : await t.add();
    const traits = await traitsOf(t, added);
    await t.settle(0);
    const grown = await settled();
    if (traits !== undefined && first.missing.some((before) => isNewestMissing(grown, before, added)))
      return expectNewest(t, added, traits);
    t.assume(alike !== undefined, "left out");
    await t.failIfAlways(
      "list",
      async (turn) => {
        if (turn > 0) await t.settle(0);
        const page = turn > 0 ? await settled() : grown;
        const hasGrown = page.items.length > first.items.length && has(page.shown, added);
        t.assume(hasGrown && !page.hasMore, "part of a list");
        return has(page.missing, alike.item) ? missingInList : undefined;
      },
      async () => t.assume(traits === alike.traits && (await traitsOf(t, alike.item)) === traits, "left out"),
    );
  },
};

function isLacking({ missing, shown }: Page): boolean {
  return missing.length > 0 && shown.length > 0;
}

/**
 * Looks at a list that may be late: one that lacks items is looked at until it shows no more of them.
 * @returns the last look, and how later ones are taken, so that a list which was late has the time that it needs
 */
async function lookAtFirst(
  t: Actor,
): Promise<{ readonly first: Page; readonly settled: () => Promise<Page> }> {
  const page = await t.until(t.list, (each) => !isLacking(each));
  if (page.missing.length === 0 || page.hasMore) return { first: page, settled: t.list };
  const settle = async (look: Page): Promise<Page> =>
    (await t.untilSteady(look, t.list, (before, last) => before.missing.length === last.missing.length))[1];
  const first = await settle(page);
  const isLate = first.missing.length < page.missing.length;
  return { first, settled: isLate ? async () => settle(await t.list()) : t.list };
}

/** The failure of a list that lacks an item. */
const missingInList = {
  problem: "not in its list",
  expected: "every created item, since the list shows others that are like it, and has room",
  actual: "one is not shown, although it is served by its id (if that may take longer: --settle 2s)",
  at: { in: "body", pointer: "" },
} as const;

function has(items: readonly KnownItem[], { path }: KnownItem): boolean {
  return items.some((each) => each.path === path);
}

/** Does a complete list lack only the newest item, and show the one that was created before it? */
function isNewestMissing({ shown, missing, hasMore }: Page, before: KnownItem, newest: KnownItem): boolean {
  return has(shown, before) && has(missing, newest) && !hasMore;
}

/** A list that shows an item only when the next one is created lacks the newest one, however long that is waited for. */
async function expectNewest(t: Actor, first: KnownItem, traits: string): Promise<void> {
  let newest = first;
  await t.failIfAlways("page", async (turn) => {
    await t.settle(untilListed[turn]);
    if (!has((await t.list()).missing, newest)) return undefined;
    const before = newest;
    newest = await t.add();
    const isAlike = (await traitsOf(t, newest)) === traits;
    t.assume(isAlike && isNewestMissing(await t.list(), before, newest), "part of a list");
    return missingInList;
  });
}

/** Of what a list lacks, an item that is like one that it shows. */
async function firstAlike(t: Actor, { missing, shown }: Page) {
  const known = await Promise.all(shown.slice(-mostCompared).map((item) => traitsOf(t, item)));
  for (const item of missing.slice(0, mostCompared)) {
    const traits = await traitsOf(t, item);
    if (traits !== undefined && known.includes(traits)) return { item, traits };
  }
  return undefined;
}

/** Items that a list lacks which are compared with one that it shows. */
const mostCompared = 3;

/** A list shows an item as it is since its last change. One that is built from time to time has to show a later item first. */
export const changedRow: Property = {
  id: "row",
  requirement: ({ op }) => changeKindOf(op),
  sentence: ({ op, list }) => `${list?.id} shows an item as ${op.id} has changed it`,
  phase: "populate",
  about: listedChanges,
  run: async (t: Actor) => {
    const item = await t.create();
    const { name, change } = await t.changeOneText(item);
    const valueIn = (shown: Json | undefined): string =>
      renderJson(isJsonObject(shown) ? (shown[name] ?? null) : null);
    const due = valueIn(await t.read(item));
    const before = valueIn(item.found);
    t.assume(change !== undefined && due !== before, "not shown");
    const row = async () => valueIn((await t.list()).find(item));
    const first = await t.until(row, (shown) => shown === due);
    t.assume(first === due || first === before, "left out");
    if (first === due) return t.pass();
    const later = await t.create();
    await t.failIfAlways("index", async () => {
      await t.settle();
      const page = await t.list();
      t.assume(page.row(later) !== undefined, "list may be old");
      if (valueIn(page.find(item)) !== before) return undefined;
      return {
        problem: `${name} in the list is as before the change`,
        expected: `${due}, as the item shows it; the list already shows an item that was created later`,
        actual: before,
        at: { in: "body", pointer: "" },
      };
    });
  },
};

/** Only items of the run count, of which the order is plain in every language and time zone. */
export const sorting: OwnProperty = {
  id: "sort",
  requirement: {
    name: "sorting",
    level: "implied",
    proof:
      "three items are added whose words or numbers are far apart, and a list that has another default order is asked for this one three times",
  },
  sentence: ({ op }) => `${op.id} shows items in the order that it is asked for.`,
  phase: "read",
  about: sortedLists,
  inputs: ({ op }) => sortedMembers(op),
  chooses: ({ op }) => sortingsOf(op).flatMap(({ chosen }) => chosen.map(([{ name }]) => name)),
  run: async (t: Actor, { op }, input) => {
    const wanted = sortingsOf(op).filter((each) => memberOf(each) === input);
    const valuesIn = await t.unsorted(wanted, sortedMembers(op));
    for (const { label, chosen, way } of wanted)
      await t.failIfAlways("index", async () => {
        const page = await t.list({ chosen, label: `the list in the order of ${label}` });
        const values = valuesIn(page);
        t.assume(values.length >= fewest, "not enough in order", label);
        if (isInOrder(values, way)) return undefined;
        return {
          problem: `${label}: another order`,
          expected: `items in the order of ${input}, ${directions[way]}, as the query asks`,
          actual: `items with the ${input} ${values.map(inText).join(", ")}`,
          at: { in: "body", pointer: "" },
        };
      });
  },
};

/** Items whose order shows something. */
const fewest = 3;

/** How people say a direction. */
export const directions: Readonly<Record<Sorting["way"], string>> = {
  up: "the lowest first",
  down: "the highest first",
  either: "upwards or downwards",
};
