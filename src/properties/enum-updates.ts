import { type Actor, changes, type Item, type Property } from "../engine/index.js";
import { type Json, renderJson } from "../json/index.js";
import { changeKindOf, isState, matches, withValueAt } from "../model/index.js";
import { hasWords } from "../values/index.js";

/**
 * A new item gets other words of its enumerations than those that it shows. A server may choose such a word, but not where every
 * creation gets the word that it sends, and no change does.
 */
export const enumUpdates: Property = {
  id: "words",
  requirement: ({ op }) => changeKindOf(op),
  sentence: ({ op }) => `${op.id} changes words of enumerations`,
  source: "RFC 5789, section 2; RFC 9110, section 9.3.4",
  phase: "populate",
  about: changes,
  when: ({ op }) => hasWords(op) && !matches(`${op.summary ?? ""} ${op.description ?? ""}`, "changed-later"),
  run: async (t: Actor, { create }) => {
    const isCreatedWith = ({ sent, found }: Item, name: string, word: Json): boolean => {
      const pair = t.pair(sent, found, create);
      return pair?.sent[name] === word && pair.found[name] === word;
    };
    const first = await t.create();
    const stuck = (await stuckWords(t, first)).filter(
      ({ name, was }) => !isState(name) && isCreatedWith(first, name, was),
    );
    const tried = await t.tryEach(stuck.map(asOptional), async ({ name, word, was }) => {
      const second = await t.create((body) =>
        withValueAt(body, [...(t.pair(body, body, create)?.path ?? []), name], word),
      );
      if (!isCreatedWith(second, name, word)) return undefined;
      if (!(await stuckWords(t, second)).some((each) => each.name === name)) return undefined;
      return {
        problem: `${name} is not changed`,
        expected: `${name} is ${renderJson(word)}, as it was sent`,
        actual: `${renderJson(was)}, as before; of two new items, each keeps the word with which it was created`,
        at: { in: "body", pointer: `/${name}` },
        exchange: t.lastExchange(),
      };
    });
    t.expectNone(tried.filter((each) => each !== undefined));
  },
};

/** A word of an enumeration, and the one that was there before. */
interface Word {
  readonly name: string;
  readonly word: Json;
  readonly was: Json;
}

/** A server need not create an item with the other word. */
function asOptional(word: Word) {
  return { ...word, isOptional: true };
}

/** Changes the words of an item. @returns those that are still what they were before */
async function stuckWords(t: Actor, item: Item): Promise<readonly Word[]> {
  const { words, ...change } = await t.changeWords(item);
  const wordIn = (found: Json, name: string): Json => t.pair(words, found)?.found[name] ?? null;
  const stuckIn = (found: Json): readonly Word[] =>
    Object.entries(words).flatMap(([name, word]) => {
      const was = wordIn(item.found, name);
      return wordIn(found, name) === was ? [{ name, word, was }] : [];
    });
  const after = await t.until(
    () => t.read(item),
    (found) => found !== undefined && stuckIn(found).length === 0,
  );
  t.assume(after !== undefined, "item gone");
  t.expectAnswerTrue(change, item.found, after);
  return stuckIn(after);
}
