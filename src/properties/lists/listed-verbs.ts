import {
  type Actor,
  type Page,
  plainValueAt,
  type SeedMember,
  seedDistinct,
  visibilityFingerprint,
} from "../../actor/index.js";
import { type Json, type JsonObject, renderJson } from "../../json/index.js";
import { idNames } from "../../model/index.js";
import { assume, baselineOf, type KnownItem, markersIn, shownAt } from "../../session/index.js";

/** Returns the traits by which a list may hide an item; undefined where it is not served, or shows no word that was sent. */
export async function traitsOf(
  { stage: { t, reading } }: Actor,
  item: KnownItem,
): Promise<string | undefined> {
  const found = await shownAt(t, reading(), item);
  const isOwn = found !== undefined && markersIn(t.state, renderJson(found)).length > 0;
  return isOwn ? renderJson(visibilityFingerprint(t.state, idNames(item.resource), found)) : undefined;
}

/**
 * Adds items with values of these ranks, one for each: without them, the property ends without a verdict.
 * @returns the new items that a page shows
 */
export async function addRanked(
  { stage: { t, listing } }: Actor,
  members: readonly SeedMember[],
): Promise<(page: Page) => readonly JsonObject[]> {
  baselineOf(t, listing());
  const traces = (await seedDistinct(t, listing(), members)) ?? [];
  const { creations } = t.state.inventory;
  const addresses = new Set(traces.flatMap((each) => creations.get(each)?.addresses ?? []));
  const names = members.map(({ at }) => at.join(".")).join(", ");
  assume(addresses.size > 0, "not unsorted", names);
  return ({ own }) => own.flatMap(({ item, address }) => (addresses.has(address) ? [item] : []));
}

/** Returns the value of an item whose order is plain wherever texts are sorted; undefined for every other one. */
export function plainValue(
  { stage: { t, listing } }: Actor,
  item: JsonObject,
  at: readonly string[],
): Json | undefined {
  return plainValueAt(t, listing(), item, at);
}
