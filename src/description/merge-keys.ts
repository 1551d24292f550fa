/** The key that stands for the members of other maps. Source: YAML, "Merge Key Language-Independent Type". */
export const mergeKey = "<<";

/**
 * Returns the meaning of a YAML text whose maps have merge keys: the map's own members come first, then those of the first map that is
 * merged. A merge key with anything but maps stays as it is.
 * @param most members that are copied, at most
 * @returns undefined if there are more
 */
export function withMergedMaps(value: unknown, most: number): unknown {
  const known = new Map<object, unknown>();
  let copied = 0;

  const mergedOf = (map: Readonly<Record<string, unknown>>): unknown => {
    const entries = Object.entries(map).map(([name, each]) => [name, resultOf(each)] as const);
    const merged = entries.find(([name]) => name === mergeKey)?.[1];
    const sources = Array.isArray(merged) ? (merged as unknown[]) : [merged];
    if (!sources.every(isObject)) return Object.fromEntries(entries);
    const others = sources.toReversed().flatMap((each) => (copied > most ? [] : Object.entries(each)));
    copied += others.length;
    return Object.fromEntries([...others, ...entries.filter(([name]) => name !== mergeKey)]);
  };

  /** An alias leads to the same object again. */
  const resultOf = (each: unknown): unknown => {
    if (typeof each !== "object" || each === null) return each;
    if (!known.has(each))
      known.set(each, isObject(each) ? mergedOf(each) : (each as unknown[]).map(resultOf));
    return known.get(each);
  };

  const result = resultOf(value);
  return copied > most ? undefined : result;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
