import { type ParsedExchange, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { type Json, renderJson } from "../../../json/index.js";
import { type Api, addressOfItems, collectionPathOf, hasMore, idNames } from "../../../model/index.js";
import { type ApiScenario, baselineOf, type Context, eventually } from "../requests/baseline.js";
import { createItem } from "../requests/create-item.js";
import { shownAt } from "../requests/read-item.js";
import { slugOf } from "../requests/requests.js";
import { settle } from "../requests/settling.js";
import { type KnownItem, markersIn } from "../session/state.js";
import { visibilityFingerprint } from "../session/visibility-fingerprint.js";
import { largestPage } from "./list-page.js";
import { expectRowsAsRead } from "./rows-as-read.js";

/**
 * A list has what was created, where it has room. That it has room is seen when it grows: it shows one more item, and still
 * lacks one that is like the others, and is served by its id. A list may hide items of a certain kind, or have pages.
 */
export function listedScenario(creation: Operation, api: Api): ApiScenario | undefined {
  const [list, read] = [api.listAt(collectionPathOf(creation)), api.readOf(creation)];
  if (list === undefined || read === undefined || creation.method !== "POST") return undefined;
  const check = `${slugOf(creation)}/read-back`;
  return {
    id: `${check}/listed`,
    title: `${list.id} shows the items that ${creation.id} creates`,
    phase: "populate",
    inputs: ({ learned: { baselines }, effects }) =>
      baselines.has(creation.id) && effects.has(list.id) ? [null] : [],
    run: async (t) => {
      baselineOf(t, list);
      const isLacking = ({ missing, shown }: Page): boolean => missing.length > 0 && shown.length > 0;
      const first = await eventually(
        t,
        () => lookAt(t, list),
        (page) => !isLacking(page),
      );
      if (first.shown.length === 0) throw new Skip("untested", "the list shows nothing that the run created");
      const own = t.state.inventory.items.filter(({ path }) => first.shown.includes(path));
      await expectRowsAsRead(t, { creation, list, read }, own, check);
      if (!isLacking(first)) {
        t.expectNone([], check);
        return;
      }
      if (hasMore(first.page)) throw new Skip("untested", "the list has more than one page");
      const alike = await firstAlike(t, read, first);
      const { item: once } = await createItem(t, creation);
      // The list may lack that one, too.
      const isShown = (await lookAt(t, list)).shown.includes(once.path);
      const added = isShown ? once : (await createItem(t, creation)).item;
      const traits = await traitsAt(t, read, added);
      for (let poll = 0; poll < maxPolls; poll += 1) {
        await settle(t, 0);
        const page = await lookAt(t, list);
        if (traits !== undefined && first.missing.some((before) => isNewestMissing(page, before, added)))
          return expectNewest(t, { creation, list, read, newest: added, traits });
        if (alike === undefined)
          throw new Skip("untested", "the missing item differs from those that the list shows");
        const hasGrown = page.count > first.count && page.shown.includes(added.path);
        if (!hasGrown || hasMore(page.page))
          throw new Skip("untested", "nothing shows that the list has room for what it lacks");
        if (!page.missing.some(({ path }) => path === alike.item.path)) {
          t.expectNone([], check);
          return;
        }
      }
      const exchange = t.exchanges.length - 1;
      if (alike === undefined || traits !== alike.traits || (await traitsAt(t, read, alike.item)) !== traits)
        throw new Skip("untested", "the missing item differs from those that the list shows");
      t.expect(false, { check, ...missingIn, exchange });
    },
  };
}

/** The failure of a list that lacks an item. */
const missingIn = {
  problem: "not in its list",
  expected: "every created item, since the list shows others that are like it, and has room",
  actual: "one is not shown, although it is served by its id (if that may take longer: --settle 2s)",
  at: { in: "body", pointer: "" },
} as const;

/** A list that is one item behind. */
interface Behind {
  readonly creation: Operation;
  readonly list: Operation;
  readonly read: Operation;
  /** The item that was created last. */
  readonly newest: KnownItem;
  readonly traits: string;
}

/** Does a complete list lack only the newest item, and show the one that was created before it? */
function isNewestMissing({ page, shown, missing }: Page, before: KnownItem, newest: KnownItem): boolean {
  return shown.includes(before.path) && missing.some(({ path }) => path === newest.path) && !hasMore(page);
}

/** Times to wait for the newest item, in ms: no list that is late by a certain time shows it at the end of both. */
const waits = [600, 1000];

/** A list that shows an item only when the next one is created lacks the newest one, however long that is waited for. */
async function expectNewest(
  t: Context,
  { creation, list, read, newest: first, traits }: Behind,
): Promise<void> {
  let newest = first;
  for (const wait of waits) {
    const isBehind = async (): Promise<boolean> =>
      (await lookAt(t, list)).missing.some(({ path }) => path === newest.path);
    await settle(t, wait);
    if (!(await isBehind())) return;
    const before = newest;
    newest = (await createItem(t, creation)).item;
    const isAlike = (await traitsAt(t, read, newest)) === traits;
    if (!isAlike || !isNewestMissing(await lookAt(t, list), before, newest))
      throw new Skip("untested", "nothing shows that the list has room for what it lacks");
  }
  t.expect(false, { check: `${slugOf(creation)}/read-back`, ...missingIn });
}

/** How often a list has to lack an item after it has grown. */
const maxPolls = 3;

/** The items of a list that the run created in it. */
interface Page {
  readonly page: ParsedExchange;
  readonly count: number;
  /** Their addresses. */
  readonly shown: readonly string[];
  readonly missing: readonly KnownItem[];
}

/** @throws Skip where it is not served */
async function lookAt(t: Context, list: Operation): Promise<Page> {
  const { page, items, rows } = await largestPage(t, list);
  const resource = t.state.api.resourceIn(list);
  const collection = `${resource && addressOfItems(resource, page.exchange.case.path)}/`;
  const own = t.state.inventory.items.filter(
    (item) => item.own && item.resource === resource && item.path.startsWith(collection),
  );
  const shown = own.map(({ path }) => path).filter((path) => rows.has(path));
  return { page, count: items.length, shown, missing: own.filter(({ path }) => !rows.has(path)) };
}

/** Items that a list lacks which are compared with one that it shows. */
const mostCompared = 3;

/** Of what a list lacks, an item that is like one that it shows. */
async function firstAlike(t: Context, read: Operation, { missing, shown }: Page) {
  const others = t.state.inventory.items.filter(({ path }) => shown.includes(path)).slice(-mostCompared);
  const known = await Promise.all(others.map((item) => traitsAt(t, read, item)));
  for (const item of missing.slice(0, mostCompared)) {
    const traits = await traitsAt(t, read, item);
    if (traits !== undefined && known.includes(traits)) return { item, traits };
  }
  return undefined;
}

/** The traits of an item as it is served; undefined where it is not, or shows no word that was sent for it. */
async function traitsAt(t: Context, read: Operation, item: KnownItem): Promise<string | undefined> {
  const found: Json | undefined = await shownAt(t, read, item);
  const isOwn = found !== undefined && markersIn(t.state, renderJson(found)).length > 0;
  return isOwn ? renderJson(visibilityFingerprint(t.state, idNames(item.resource), found)) : undefined;
}
