import { type ParsedExchange, Skip } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { plainSchema } from "../../generate/index.js";
import type { Json } from "../../json/index.js";
import { type Context, createdTogether, readItem, validRequest } from "../../session/index.js";
import { encodeFor, type ValidRequest } from "../../values/index.js";
import { expectSame } from "./comparison.js";

/** Of what one request creates, items that are read. */
const mostRead = 3;

/**
 * Reads what was created by a list, and compares each item with what was sent for it.
 * @returns whether there is any such item
 */
export async function checkBulkCreate(
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
