import { type ParsedExchange, Skip } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import type { Json } from "../../json/index.js";
import { type Context, createdItem, expectCreation, readItem } from "../../session/index.js";
import { expectSame } from "./comparison.js";
import { expectLocated, expectNoOtherAt } from "./located-items.js";
import { checkBulkCreate } from "./read-together.js";

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
