import type { Operation } from "../../../description/index.js";
import { plainSchema } from "../../../generate/index.js";
import { type Json, renderJson } from "../../../json/index.js";
import type { ApiState } from "../state/state.js";
import { isComputed } from "./comparison.js";
import { pairOf } from "./representations.js";
import { isNumber } from "./same-value.js";

/**
 * The names of plain members of an item that had another value before, and have the value that was sent for another item after.
 * Members that the server computes do not count.
 */
export function copiedMembers(
  state: ApiState,
  { operation, read }: { readonly operation: Operation; readonly read: Operation },
  { sent, before, after }: Readonly<Record<"sent" | "before" | "after", Json>>,
): readonly string[] {
  const [was, now] = [before, after].map((found) => pairOf(state, { operation, read, sent, found }));
  if (was === undefined || now === undefined) return [];
  return Object.entries(now.sent).flatMap(([name, value]) => {
    const [left, right] = [was.found[name], now.found[name]];
    const isPlain = typeof value === "boolean" || typeof value === "string" || isNumber(value);
    const isServers = plainSchema(plainSchema(now.schema).properties?.[name] ?? {}).readOnly === true;
    if (!isPlain || isServers || left === undefined || right === undefined) return [];
    const isCopied = renderJson(left) !== renderJson(right) && renderJson(right) === renderJson(value);
    return isCopied && !isComputed(state, name) ? [name] : [];
  });
}
