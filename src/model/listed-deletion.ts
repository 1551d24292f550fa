import type { Operation } from "../description/index.js";
import { wordsIn } from "../generate/index.js";
import { isOf, type WordGroup } from "./lexicon.js";

/** A request that deletes the items of a collection whose ids it lists, and what creates, reads and deletes one of these. */
export interface ListedDeletion {
  readonly in: "query" | "body";
  /** Of the parameter, or of the member of the body. */
  readonly name: string;
  /** Are the ids numbers, and no texts? */
  readonly areNumbers: boolean;
  /** How many ids it may list. */
  readonly most: number;
  readonly create: Operation;
  readonly read: Operation;
  readonly remove: Operation;
}

/** Any of these says that more is done than a deletion, or to more than listed items. */
const others: readonly WordGroup[] = [
  "costs-or-tells",
  "costly-verbs",
  "lasting",
  "telling",
  "ends",
  "changes",
  "starts-or-ends",
  "refreshes",
  "all-items",
];

/**
 * Do the words of an operation say that it deletes the items of a list, and nothing else?
 * @param segment the end of its path, behind the collection
 * @param nouns the names of an item and of several
 */
export function saysListedDeletion(
  { id, method, summary = "" }: Operation,
  segment: string,
  nouns: readonly string[],
): boolean {
  const words = wordsIn(segment);
  const isDeletion = method === "DELETE" || words.some((each) => isOf(each, "deletes"));
  const isOther = (word: string): boolean => !isOf(word, "deletes") && isOf(word, ...others);
  const isKnown = (word: string): boolean => nouns.includes(word) || isOf(word, "deletes", "listed-items");
  return isDeletion && words.every(isKnown) && ![...wordsIn(id), ...actsIn(summary)].some(isOther);
}

/** The words of a summary that may name an act; "all" says that the list may be left out, which the run never does. */
function actsIn(summary: string): readonly string[] {
  return wordsIn(summary).filter((word) => !isOf(word, "all-items"));
}
