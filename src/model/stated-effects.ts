import type { Operation } from "../description/index.js";
import { plainSchema } from "../schema/index.js";
import { matches, patternOf } from "./lexicon.js";
import type { Member } from "./members.js";

/** The word that a member of an item has once something was done to it. */
export interface StatedEffect {
  readonly name: string;
  readonly word: string;
}

/**
 * The effects that the text of an action states: "Its `status` becomes DISPATCHED." A sentence with a condition states none, and neither
 * does one with two words of the enumeration behind its verb.
 */
export function statedEffects(
  { summary = "", description = "" }: Pick<Operation, "summary" | "description">,
  members: readonly Member[],
): readonly StatedEffect[] {
  const sentences = `${summary}. ${description}`.split(/(?<=[.!?])\s+/);
  return sentences.flatMap((sentence) => {
    const end = patternOf("becomes").exec(sentence);
    if (end === null || matches(sentence, "conditions")) return [];
    const [before, after] = [sentence.slice(0, end.index), sentence.slice(end.index + end[0].length)];
    return members.flatMap(({ name, schema }): readonly StatedEffect[] => {
      const { enum: words = [] } = plainSchema(schema);
      const said = words.filter((each) => typeof each === "string" && hasWord(after, each));
      const [word] = said;
      return said.length === 1 && typeof word === "string" && hasWord(before, name) ? [{ name, word }] : [];
    });
  });
}

/** Has a text a name or a word, on its own? */
export function hasWord(text: string, word: string): boolean {
  const escaped = word.replaceAll(/[^\w\s]/g, "\\$&");
  return new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, "i").test(text);
}
