import { isSuccess, type ParsedExchange, Skip, unlessSkipped } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { orRefused, plainSchema, type Shape } from "../../generate/index.js";
import type { Json } from "../../json/index.js";
import {
  type Context,
  createAtUnusedId,
  createdItem,
  createdTogether,
  expectCreation,
  type KnownItem,
  readItem,
  stateWith,
  unusedId,
  validRequest,
} from "../../session/index.js";
import { encodeFor, type ValidRequest } from "../../values/index.js";
import { expectSame } from "./comparison.js";
import { expectLocated, expectNoOtherAt } from "./located-items.js";

/** A creation that was answered. */
interface Creation {
  readonly operation: Operation;
  readonly read: Operation;
  readonly parsed: ParsedExchange;
  readonly sent: Json | undefined;
  /** The check that a difference breaks; that of the property if absent. */
  readonly check?: string;
}

/** Reads what was created, and compares it with what was sent; undefined if it is not there. */
export async function readBack(
  t: Context,
  { operation, read, parsed, sent, check }: Creation,
): Promise<Json | undefined> {
  expectCreation(parsed);
  const item = createdItem(t.state, operation, parsed);
  if (item === undefined && (await checkBulkCreate(t, { operation, read, parsed, check }))) return undefined;
  const isOwn = t.state.inventory.items.some(({ own, path }) => own && path === item?.path);
  const isUnknown = parsed.response.status !== 201 && !isOwn;
  if (item !== undefined && isUnknown && !item.isElsewhere)
    await expectNoOtherAt(t, { operation, read, parsed, item });
  if (item === undefined || isUnknown)
    throw new Skip("untested", "no response to a creation shows the id of what it created");
  // The server itself has named the address: it refuses its own word with 400, too.
  const isPlain = read.parameters.every(({ in: where, required }) => where === "path" || !required);
  const found = await readItem(t, read, item, isPlain ? [400, 404, 410] : [404, 410]);
  t.expect(found !== undefined, {
    ...(check === undefined ? {} : { check }),
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
  if (found !== undefined && !item.isElsewhere) await expectLocated(t, { operation, read, parsed, item });
  if (found !== undefined) expectSame(t, { operation, read, sent, found, check });
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
  {
    operation,
    read,
    parsed,
    check,
  }: {
    readonly operation: Operation;
    readonly read: Operation;
    readonly parsed: ParsedExchange;
    readonly check: string | undefined;
  },
): Promise<boolean> {
  const body = plainSchema(operation.body?.schema ?? {});
  const schema = body.items ?? body;
  const items = createdTogether(t.state, operation, parsed);
  if (items.length === 0) return false;
  if (!items.some(({ hasOwnMarker }) => hasOwnMarker))
    throw new Skip("untested", "the response shows nothing by which a created item is recognised");
  for (const { item, sent } of items.slice(0, mostRead)) {
    const found = await readItem(t, read, item);
    t.expect(found !== undefined, {
      ...(check === undefined ? {} : { check }),
      problem: "not found",
      expected: "2xx with each item that was created (if that may take longer: --settle 2s)",
      actual: `${item.path} is not found`,
      at: { in: "status" },
    });
    if (found !== undefined) expectSame(t, { operation, read, schema, sent, found, check });
  }
  return true;
}

/** The same request with a second item, where its body is a list that may have one. */
export function withSecondItem(t: Context, operation: Operation, valid: ValidRequest): ValidRequest {
  const { maxItems = 2, prefixItems } = plainSchema(operation.body?.schema ?? {});
  const list = valid.body;
  if (!Array.isArray(list) || list.length !== 1 || maxItems < 2 || prefixItems !== undefined) return valid;
  const { body: other } = validRequest(t.state, operation, valid.shape);
  const body = [...(list as readonly Json[]), ...(Array.isArray(other) ? (other as readonly Json[]) : [])];
  return { ...valid, body, request: { ...valid.request, body: encodeFor(operation, body) } };
}

/** An item, as it was sent and as it is read. */
interface ReadItem {
  readonly item: Pick<KnownItem, "path">;
  readonly sent: Json;
  readonly found: Json;
}

/** The operations that create and read an item, and what a body has of all that it may have. */
export interface Creating {
  readonly operation: Operation;
  readonly read: Operation;
  readonly shape: Shape;
}

/**
 * Creates an item from a valid body, and reads it; undefined where that is refused, or nothing is read. An item that is put gets an id
 * that no item has.
 */
export async function createAndRead(
  t: Context,
  { operation, read }: Omit<Creating, "shape">,
  {
    change,
    label,
    shape,
  }: {
    /** Makes another body of the valid one. */
    readonly change: (body: Json) => Json;
    readonly label: string;
    readonly shape: Shape;
  },
): Promise<ReadItem | undefined> {
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
  return item === undefined || found === undefined ? undefined : { item, sent, found };
}
