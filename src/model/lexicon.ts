import { fileURLToPath } from "node:url";
import { loadYamlFile } from "../description/index.js";

/** The groups of `lexicon.yaml`. */
export const wordGroups = [
  "costs-or-tells",
  "costly-verbs",
  "lasting",
  "telling",
  "ends",
  "changes",
  "changes-or-names",
  "lists",
  "reads",
  "reads-by-post",
  "starts-or-ends",
  "acts",
  "commands-or-nouns",
  "switches",
  "together",
  "writes-too",
  "refreshes",
  "verbs-or-nouns",
  "started-things",
  "acts-in-parameter",
  "acts-as-switch",
  "names-command",
  "names-item",
  "names-harm",
  "binds",
  "secret",
  "one-thing",
] as const;

/** A fact that the lexicon states of words. */
export type WordGroup = (typeof wordGroups)[number];

/** The file lies at the same depth below the package for `src/model` and for `dist/chunks`. */
const file = fileURLToPath(new URL("../../src/model/lexicon.yaml", import.meta.url));

let loaded: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Reads the lexicon once, when the first word is asked for: a run on the shipped interface has no use for it. */
function groups(): ReadonlyMap<string, ReadonlySet<string>> {
  if (loaded !== undefined) return loaded;
  const value = loadYamlFile(file).value as Readonly<Record<string, { readonly words: string }>>;
  loaded = new Map(Object.entries(value).map(([name, { words }]) => [name, new Set(words.split(/\s+/))]));
  return loaded;
}

/** The words of a group. */
export function wordsOf(group: WordGroup): ReadonlySet<string> {
  return groups().get(group) ?? new Set();
}

/** Does a word, in small letters, belong to one of the groups? */
export function isOf(word: string, ...wanted: readonly WordGroup[]): boolean {
  return wanted.some((group) => wordsOf(group).has(word));
}
