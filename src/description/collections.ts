/** The largest number that stands in an object as one, and not as a text. */
const largest = "4294967294";

/** Members by their names. */
type Entries = readonly (readonly [name: string, value: unknown])[];

/**
 * An object of these members, some of which may have numbers as names, as responses have. V8 keeps room for every number
 * below the largest, 5 KB for `404`, unless one far beyond was there before: that of thousands of operations would be hundreds
 * of megabytes.
 */
export function sparseObject(entries: Entries): Record<string, unknown> {
  const hasNumbers = entries.some(([name]) => /^\d+$/.test(name));
  if (!hasNumbers) return Object.fromEntries(entries);
  const members = Object.fromEntries([[largest, undefined], ...entries]);
  if (!entries.some(([name]) => name === largest)) delete members[largest];
  return members;
}

/** The items by what the function says of each, in the order of first appearance. (Map.groupBy is Node 21's.) */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The same function; it makes the value of each key once, since to make it takes longer than to look it up. */
export function memoize<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const { value } = made.get(key) ?? { value: make(key) };
    if (!made.has(key)) made.set(key, { value });
    return value;
  };
}
