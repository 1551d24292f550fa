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
