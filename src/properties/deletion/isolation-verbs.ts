import {
  type Actor,
  expectUntouched as expectUntouchedAt,
  isComputed,
  type KnownItem,
  type MarkedItem,
  mentions,
  ownOf,
  ownPart,
  readOthers,
  readThese,
} from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import type { Json } from "../../json/index.js";
import { isChosenByServer } from "../../model/index.js";
import { baselineOf, type Context, readItem } from "../../session/index.js";
import { pairOf } from "../../values/index.js";

/** Other items that are tried: one may be gone, or refer to the one in question. */
const mostTried = 3;

/**
 * Returns the first and the last of the other items of the run that show words of their own, and another one: unless they refer to the one in
 * question. Where none shows such words, some that are there.
 */
export async function othersBeside(
  { stage: { t, reading } }: Actor,
  item: KnownItem,
  another: KnownItem,
): Promise<readonly MarkedItem[]> {
  const read = reading();
  const refers = (shown: Json): boolean => mentions(shown, item.id);
  const others = [
    ...(await readOthers(t, read, item, refers)),
    ...(await readThese(t, read, [another], ownPart(refers))),
  ];
  const marked = others.filter(
    (each, index) => others.findIndex(({ item: { path } }) => path === each.item.path) === index,
  );
  return marked.length > 0 ? marked : findThese(t, read, [another, ...ownOf(t, item.resource)], item);
}

/** Items without words of the run, which can be found before and after something is done to another one. */
async function findThese(
  t: Context,
  read: Operation,
  items: readonly KnownItem[],
  { id, path: own }: KnownItem,
): Promise<readonly MarkedItem[]> {
  const found: MarkedItem[] = [];
  const others = new Map(items.filter(({ path }) => path !== own).map((each) => [each.path, each]));
  for (const each of [...others.values()].slice(0, mostTried)) {
    const shown = await readItem(t, read, each);
    if (shown !== undefined && !mentions(shown, id)) found.push({ item: each, markers: [] });
  }
  return found;
}

/**
 * Returns the first of some items that shows words which its creation sent, if one does: in the members that its creation alone decides,
 * since the rest may follow what comes next, as its state may.
 */
export async function showingSent(
  { stage: { t, creating } }: Actor,
  items: readonly KnownItem[],
): Promise<readonly MarkedItem[]> {
  const { create, read } = creating();
  return readThese(t, read, items, (found) => {
    const pair = pairOf(t.state.api, { operation: create, read, sent: baselineOf(t, create).body, found });
    const sent = Object.keys(pair?.sent ?? {}).filter(
      (name) => !isChosenByServer(name) && !isComputed(t.state, name, create),
    );
    return Object.fromEntries(Object.entries(pair?.found ?? {}).filter(([name]) => sent.includes(name)));
  });
}

/** Expects that items still show their words; of those that may be gone, only as long as they are there. */
export async function expectUntouched(
  { stage: { t, check, reading } }: Actor,
  items: readonly MarkedItem[],
  options: { readonly check?: string | undefined; readonly mayBeGone?: boolean } = {},
): Promise<void> {
  for (const each of items) await expectUntouchedAt(t, reading(), each, { check, ...options });
}
