import { createRequire } from "node:module";
import type { Alias, Document, Pair, YAMLMap } from "yaml";

const load = createRequire(import.meta.url);

/**
 * Finds where something stands in a YAML document: the offset of the deepest part of a path that exists; of its key, where it is
 * a member of a map. The value of an alias or a merge key stands where its anchor is.
 */
export function createYamlPlaces(document: Document): (path: readonly (string | number)[]) => number {
  const { isAlias, isMap, isNode, isSeq, visit } = load("yaml") as typeof import("yaml");
  let targets: ReadonlyMap<Alias, unknown> | undefined;

  /** Each alias with the last node before it that has its anchor. */
  const findTargets = (): ReadonlyMap<Alias, unknown> => {
    const anchors = new Map<string, unknown>();
    const found = new Map<Alias, unknown>();
    visit(document, {
      Node: (_, node) => {
        if (isAlias(node)) found.set(node, anchors.get(node.source));
        else if (node.anchor !== undefined) anchors.set(node.anchor, node);
      },
    });
    return found;
  };

  const meant = (node: unknown): unknown => {
    if (!isAlias(node)) return node;
    targets ??= findTargets();
    return targets.get(node);
  };

  const pairIn = (map: YAMLMap, name: string): Pair | undefined => {
    const own = map.items.find(({ key }) => String(key) === name);
    if (own !== undefined) return own;
    const merged = meant(map.items.find(({ key }) => String(key) === mergeKey)?.value);
    const sources = isSeq(merged) ? merged.items.map(meant) : [merged];
    for (const source of sources) {
      const pair = isMap(source) ? pairIn(source, name) : undefined;
      if (pair !== undefined) return pair;
    }
    return undefined;
  };

  return (path) => {
    let node: unknown = document.contents;
    let offset = 0;
    for (const name of path) {
      const parent = meant(node);
      const pair = isMap(parent) ? pairIn(parent, String(name)) : undefined;
      node = isSeq(parent) ? parent.items[Number(name)] : pair?.value;
      const start = pair?.key ?? node;
      if (!isNode(start) || !start.range) return offset;
      offset = start.range[0];
    }
    return offset;
  };
}

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
