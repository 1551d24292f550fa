import { createRequire } from "node:module";
import type { Alias, Document, Pair, YAMLMap } from "yaml";
import { mergeKey } from "./merge-keys.js";

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
