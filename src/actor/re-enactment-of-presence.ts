import { lawCheck, thereUntilDeleted } from "../laws/index.js";
import { assume, type Context, isThere, settle } from "../session/index.js";
import { newItem, newItemsFor } from "./items/new-items.js";
import type { PresenceReenactment } from "./judge-presence.js";
import { createAgain } from "./re-enactment.js";

/** Reads of one item: of a server that loses one read in ten, two are lost. */
const mostReads = 24;
/** Reads after which an item counts as not there; there is time between them to become visible. */
const mostMissed = 3;
/** Times that an item comes back after it was not found: once may be a part of the server that is late. */
const mostTurns = 2;

/** Creates an item with the same members, and reads it many times: it is there each time, once it was found. */
export async function reenactPresence(t: Context, { read: id, created }: PresenceReenactment): Promise<void> {
  const read = t.state.contract.operations.get(id);
  const related = read && newItemsFor(read, t.state.api);
  assume(related !== undefined && created.operation === related.create.id, "no item");
  // A server may show an item once.
  const { item, status, exchange, wasRead } = await createAgain(t, created);
  const broken = await absenceOf(t, () => isThere(t, { read: related.read, item }), wasRead);
  if (broken === undefined) return t.expectNone([], lawCheck(thereUntilDeleted));
  const shownBy = [...t.exchanges.slice(exchange, exchange + 1), ...t.exchanges.slice(-1)];
  // Where nothing is found, nothing is said of this item.
  await newItem(t, related);
  t.expect(false, {
    check: lawCheck(thereUntilDeleted),
    problem: broken,
    expected: `the item at ${item.path}, since it was created with ${status}, and nothing has deleted it`,
    actual:
      broken === never
        ? "it is not found, however often it is asked for"
        : "it is found and not found by turns",
    at: { in: "status" },
    ...{ exchange, shownBy },
  });
}

const never = "created, and not found";

/**
 * @param wasRead was it found before?
 * @returns how the promise is broken that an item is there; undefined where it is kept, or where nothing is sure
 */
async function absenceOf(
  t: Context,
  read: () => Promise<boolean>,
  wasRead: boolean,
): Promise<string | undefined> {
  let [missed, turns, isFound] = [0, 0, wasRead];
  for (let reads = 0; reads < mostReads; reads += 1) {
    const isNow = await read();
    if (isNow && isFound && missed > 0) turns += 1;
    if (turns === mostTurns) return "found and not found by turns";
    missed = isNow ? 0 : missed + 1;
    isFound ||= isNow;
    if (missed === mostMissed) return isFound ? undefined : never;
    if (!isNow) await settle(t);
  }
  return undefined;
}
