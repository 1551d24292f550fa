import type { Operation } from "../../description/index.js";
import { isSuccess, type ParsedExchange, Skip, unlessSkipped } from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import { bulkCreationOf, changeKindOf, endsInParameter, slugOf } from "../../model/index.js";
import { plainSchema, type Shape } from "../../schema/index.js";
import {
  type Context,
  createAtUnusedId,
  createdItem,
  createdTogether,
  eventually,
  expectCreation,
  type KnownItem,
  ownItemAt,
  readItem,
  stateWith,
  unusedId,
  validRequest,
} from "../../session/index.js";
import { orRefused } from "../../transport/index.js";
import { encodeFor, type Representations } from "../../values/index.js";
import { differencesOf, expectSame } from "./comparison.js";
import { expectLocated, expectNoOtherAt } from "./located-items.js";

/** A creation that was answered. */
interface Creation extends Pick<Representations, "operation" | "read" | "sent" | "check"> {
  readonly parsed: ParsedExchange;
}

/** The check that items show values which were accepted; undefined where an operation stores none. */
export function shownCheckOf(op: Operation): string | undefined {
  const isChange = ["PUT", "PATCH"].includes(op.method) && endsInParameter(op.path) && op.body !== undefined;
  if (op.method !== "POST" && !isChange) return undefined;
  return `${slugOf(op)}/${isChange ? changeKindOf(op) : "read-back"}`;
}

/** Reads what was created, and compares it with what was sent; undefined if it is not there. */
export async function readBack(
  t: Context,
  { operation, read, parsed, sent, check }: Creation,
): Promise<Json | undefined> {
  expectCreation(parsed);
  const item = createdItem(t.state, operation, parsed);
  if (item === undefined && (await checkBulkCreate(t, { operation, read, parsed, check }))) return undefined;
  const isOwn = item !== undefined && ownItemAt(t.state.inventory, item.path) !== undefined;
  const isUnknown = parsed.response.status !== 201 && !isOwn;
  if (item !== undefined && isUnknown && !item.isElsewhere)
    await expectNoOtherAt(t, { operation, read, parsed, item });
  if (item === undefined || isUnknown)
    throw new Skip("untested", "no response to a creation shows the id of what it created");
  // The server itself has named the address: it refuses its own word with 400, too.
  const isPlain = read.parameters.every(({ in: where, required }) => where === "path" || !required);
  // An item may be described as one that is soon gone: it can be read once, or lapses.
  const mayBeGone = read.responses.has("410");
  const absent = [...(isPlain ? [400] : []), 404, ...(mayBeGone ? [] : [410])];
  const found = await readItem(t, read, item, absent);
  const isGuess = t.state.api.linkOf(operation)?.isGuess === true && !isOwn;
  if (isGuess && found === undefined) throw new Skip("untested", "no response says where the item is");
  t.expect(found !== undefined, {
    check,
    problem: "not found",
    expected: "2xx with what was created (if that may take longer: --settle 2s)",
    actual: "it is not found at its address",
    at: { in: "status" },
  });
  if (item.isElsewhere && found !== undefined && !isOwn)
    throw new Skip(
      "untested",
      "the address of the link shows nothing by which the created item is recognised",
    );
  if (found === undefined) return undefined;
  if (!item.isElsewhere) await expectLocated(t, { operation, read, parsed, item });
  expectSame(t, { operation, read, sent, found, check });
  return found;
}

/** Of what one request creates, items that are read. */
const mostRead = 3;

/**
 * Reads what was created by a list, and compares each item with what was sent for it.
 * @returns whether there is any such item
 */
async function checkBulkCreate(
  t: Context,
  { operation, read, parsed, check }: Omit<Creation, "sent">,
): Promise<boolean> {
  const body = plainSchema(operation.body?.schema ?? {});
  const schema = bulkCreationOf(operation, t.state.api)?.schema ?? body.items ?? body;
  const items = createdTogether(t.state, operation, parsed);
  if (items.length === 0) return false;
  if (!items.some(({ hasOwnMarker }) => hasOwnMarker))
    throw new Skip("untested", "the response shows nothing by which a created item is recognised");
  for (const { item, sent } of items.slice(0, mostRead)) {
    const found = await readItem(t, read, item);
    t.expect(found !== undefined, {
      check,
      problem: "not found",
      expected: "2xx with each item that was created (if that may take longer: --settle 2s)",
      actual: `${item.path} is not found`,
      at: { in: "status" },
    });
    if (found !== undefined) expectSame(t, { operation, read, schema, sent, found, check });
  }
  return true;
}

/** Reads an item until it shows what was sent, or the time to settle is over. @returns what it shows in the end */
export function readUntilSame<Found extends Json | undefined>(
  t: Context,
  sent: Omit<Representations, "found">,
  read: () => Promise<Found>,
): Promise<Found> {
  const isSame = (found: Found): boolean =>
    found !== undefined && differencesOf(t.state, { ...sent, found }).length === 0;
  return eventually(t, read, isSame);
}

/** The operations that create and read an item, and what a body has of all that it may have. */
export interface Creating {
  readonly operation: Operation;
  readonly read: Operation;
  readonly shape: Shape;
}

/** An item that was created from another body than the usual one, as it is sent, answered and read. */
export interface MadeItem {
  readonly item: Pick<KnownItem, "path">;
  readonly sent: Json;
  /** The JSON of the response. */
  readonly answer: Json | undefined;
  readonly found: Json;
}

/**
 * Creates an item from a valid body, and reads it; undefined where that is refused, or nothing is read. An item that is put gets an id
 * that no item has.
 * @param change makes another body of the valid one
 */
export async function createAndRead(
  t: Context,
  { operation, read, shape }: Creating,
  { change, label }: { readonly change: (body: Json) => Json; readonly label: string },
): Promise<MadeItem | undefined> {
  const vacant = operation.method === "PUT" ? await unusedId(t, { operation, read }) : undefined;
  const state = vacant === undefined ? t.state : stateWith(t.state, vacant);
  const { request, body = null } = validRequest(state, operation, shape);
  const sent = change(body);
  const accepts = orRefused(request);
  const changed = { ...request, accepts, label, body: encodeFor(operation, sent) };
  const parsed = await (vacant === undefined
    ? t.sendAnyway(changed)
    : createAtUnusedId(t, read, { item: vacant, request: changed }));
  if (parsed === undefined || !isSuccess(parsed.response.status)) return undefined;
  const item = vacant ?? createdItem(t.state, operation, parsed);
  const found = item && (await unlessSkipped(() => readItem(t, read, item)));
  return item === undefined || found === undefined ? undefined : { item, sent, answer: parsed.json, found };
}
