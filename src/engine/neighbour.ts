import type { Operation } from "../description/index.js";
import { plainSchema } from "../generate/index.js";
import { isSameJson, type Json } from "../json/index.js";
import { type ApiState, type Context, type KnownItem, readItem } from "../session/index.js";
import { isNumber, pairOf } from "../values/index.js";
import { isComputed } from "./comparison/comparison.js";
import { mentions } from "./items/isolation.js";

/** Items that are read, of which one may be there. */
const mostRead = 2;

/** Another item of the run, as it is read, which does not refer to this one; undefined where none is known. */
export async function neighbourOf(
  t: Context,
  read: Operation,
  { id, path: own, resource }: KnownItem,
): Promise<(KnownItem & { readonly found: Json }) | undefined> {
  const others = t.state.inventory.items.filter(
    (each) => each.own && each.resource === resource && each.path !== own,
  );
  for (const item of others.toReversed().slice(0, mostRead)) {
    const found = await readItem(t, read, item);
    const refers = found !== undefined && mentions(found, id, (name) => /ids?$/i.test(name));
    if (found !== undefined && !refers) return { ...item, found };
  }
  return undefined;
}

/**
 * The names of plain members of an item that had another value before, and have the value that was sent for another item after.
 * Members that the server computes do not count.
 */
export function copiedMembers(
  state: ApiState,
  { operation, read }: { readonly operation: Operation; readonly read: Operation },
  { sent, before, after }: Readonly<Record<"sent" | "before" | "after", Json>>,
): readonly string[] {
  const [was, now] = [before, after].map((found) => pairOf(state.api, { operation, read, sent, found }));
  if (was === undefined || now === undefined) return [];
  return Object.entries(now.sent).flatMap(([name, value]) => {
    const [left, right] = [was.found[name], now.found[name]];
    const isPlain = typeof value === "boolean" || typeof value === "string" || isNumber(value);
    const isServers = plainSchema(plainSchema(now.schema).properties?.[name] ?? {}).readOnly === true;
    if (!isPlain || isServers || left === undefined || right === undefined) return [];
    const isCopied = !isSameJson(left, right) && isSameJson(right, value);
    return isCopied && !isComputed(state, name) ? [name] : [];
  });
}
