/** An id that no item has: the one after the highest. Those of deleted items may be given again, as databases do. */
export function freeId(items: ReadonlyMap<string | number, unknown>): number {
  const numbers = [...items.keys()].map((key) => Number(/\d+$/.exec(`${key}`)?.[0] ?? 0));
  return Math.max(0, ...numbers) + 1;
}
