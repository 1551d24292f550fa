import { type Actor, readBack } from "../../actor/index.js";
import type { ParsedExchange } from "../../engine/index.js";
import { type Json, type JsonObject, renderJson } from "../../json/index.js";
import {
  type BulkCreation,
  bulkItemsIn,
  hasMore,
  idOf,
  itemAddress,
  itemsIn,
  withValueAt,
} from "../../model/index.js";
import { assume } from "../../session/index.js";
import { orRefused } from "../../transport/index.js";

/** An item of a response, and which of those that were sent it is, counted from 0. */
interface ShownRow {
  readonly item: JsonObject;
  readonly index: number;
}

/** Several items that were sent in one request, and its response. */
export interface CreatedTogether extends Pick<ParsedExchange, "json"> {
  readonly parsed: ParsedExchange;
  readonly status: number;
  readonly body: Json;
  readonly sent: readonly Json[];
  /** The items of the request that the response shows, recognised by their words. */
  readonly rows: readonly ShownRow[];
  /** The number of the exchange. */
  readonly exchange: number;
}

/** Items of one request, as far as it may have them. */
const several = 3;

function bulkOf({ stage: { roles } }: Actor): BulkCreation {
  assume(roles.bulk !== undefined, "no item");
  return roles.bulk;
}

/**
 * Sends several new items in one request, which the server may refuse.
 * @param edit makes other items of the valid ones
 */
export async function createTogether(
  t: Actor,
  label: string,
  edit: (items: readonly Json[]) => readonly Json[] = (items) => items,
): Promise<CreatedTogether> {
  const bulk = bulkOf(t);
  const one = (): readonly Json[] => bulkItemsIn(bulk, t.request().body).slice(0, 1);
  const items = Array.from({ length: Math.min(several, bulk.maxItems) }, one).flat();
  assume(items.length > 1, "no such place");
  const sent = edit(items);
  const { request, body = null } = t.request({ edit: (usual) => withValueAt(usual, bulk.at, sent) });
  const parsed = await t.stage.t.sendAnyway({ ...request, accepts: orRefused(request), label });
  assume(parsed !== undefined, "not judged");
  const { json, response } = parsed;
  const rows = itemsIn(json).flatMap((item) => {
    const index = sent.findIndex((each) => t.hasWordOf(renderJson(item), each));
    return index < 0 ? [] : [{ item, index }];
  });
  const { status } = response;
  assume(status !== 201 || rows.length > 0, "not in response");
  return { ...{ parsed, json, status, body, sent, rows }, exchange: t.lastExchange() };
}

/** Reads each item that was created, and expects that it shows what was sent. */
export async function readEach(
  { stage: { t, roles, reading, check } }: Actor,
  made: CreatedTogether,
): Promise<void> {
  await readBack(t, { operation: roles.op, read: reading(), parsed: made.parsed, sent: made.body, check });
}

/** Reads the items that a response shows. @returns those that are found, as they are shown, each at its own address */
export async function answeredIn(
  t: Actor,
  { rows, parsed }: CreatedTogether,
): Promise<readonly JsonObject[]> {
  const { resource } = bulkOf(t);
  const ids = new Set(rows.flatMap(({ item }) => idOf(resource, item) ?? []));
  const found: JsonObject[] = [];
  for (const id of ids) {
    const shown = await t.read({ path: itemAddress(resource, parsed.exchange.case.path, id) });
    if (shown !== undefined) found.push(t.membersOf(shown));
  }
  return found;
}

/** Looks in the list, on all of its pages, for what was sent. @returns an item that shows it; undefined where there is none */
export async function listedOf(t: Actor, sent: readonly Json[]): Promise<JsonObject | undefined> {
  const seen: JsonObject[] = [];
  const shown = (): JsonObject | undefined =>
    seen.find((item) => sent.some((each) => t.hasWordOf(renderJson(item), each)));
  const last = await t.followWhile(await t.list(), ({ items, link }) => {
    seen.push(...items);
    return shown() === undefined && link !== undefined;
  });
  assume(shown() !== undefined || !hasMore(last, seen.length), "part of a list");
  return shown();
}
