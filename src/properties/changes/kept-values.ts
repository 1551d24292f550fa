import { type Actor, changes, type Item, type Property, patches, type Roles } from "../../actor/index.js";
import { operationText } from "../../description/index.js";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import { changeKindOf, isState, matches, membersOf, valueAt, withValueAt } from "../../model/index.js";
import {
  creationTimesIn,
  hasWords,
  isOtherTime,
  type LostValue,
  lostValues,
  moreThanASecond,
} from "../../values/index.js";

/**
 * A change of one member keeps the other values that the creation sent, also those of members that the body of a change lacks. A
 * server may lose true alone, or false alone: the trial runs again with the other booleans. One observation is a finding.
 */
export const othersKept: Property = {
  id: "others",
  requirement: () => "changed",
  sentence: ({ op }) => `${op.id} leaves what was sent when the item was created`,
  source: "RFC 5789, section 2",
  phase: "populate",
  about: patches,
  inputs: () => ["usual booleans", "other booleans"],
  run: async (t: Actor, { create }, booleans) => {
    const item = await t.create(booleans === "other booleans" ? withOtherBooleans : undefined);
    const before = t.pair(item.sent, item.found, create);
    t.assume(before !== undefined, "not shown");
    const { name, change } = await t.changeOneText(item);
    const after = t.pair(item.sent, await t.readChanged(item, change), create);
    t.assume(after !== undefined, "not shown");
    const followers = membersOf(create?.body?.schema).flatMap((each) =>
      matches(each.schema.description ?? "", "reset-by-changes") ? [each.name] : [],
    );
    const isOther = ({ path }: LostValue): boolean =>
      path[0] !== name && !path.some((each) => t.isComputed(each) || followers.includes(each));
    t.assume(lostValues(before, {}).some(isOther), "nothing else shown");
    const lost = lostValues(before, after.found).filter(isOther);
    t.expectNone(lost.map((each) => changedToo(each, `${name} alone was changed`)));
  },
};

/** A member that a change of something else has changed. */
function changedToo({ path, was, now }: LostValue, change: string) {
  const name = path.join("/");
  return {
    problem: `${name} changes, too`,
    expected: `${name} is ${renderJson(was)}, as before ${change}`,
    actual: now === undefined ? "it is missing" : renderJson(now),
    at: { in: "body", pointer: `/${name}` },
  } as const;
}

function withOtherBooleans(value: Json): Json {
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(withOtherBooleans);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withOtherBooleans(each)]));
}

/** A change stores numbers, booleans and words that the item did not have, and keeps the time at which it was created. */
export const otherValues: Property = {
  id: "other-values",
  requirement: ({ op }) => changeKindOf(op),
  sentence: ({ op }) => `${op.id} stores values that the item did not have, and keeps its time of creation`,
  source: "RFC 5789, section 2; RFC 9110, section 9.3.4",
  phase: "populate",
  about: changes,
  run: async (t: Actor, roles) => {
    const item = await t.create();
    const change = await t.changeValues(item, item.found);
    const after = await t.readChanged(item, change);
    t.expectStored(change, after);
    await expectCreationKept(t, roles, item, after);
  },
};

/** Another time of creation counts where it stays until the next change, and is another one then. */
async function expectCreationKept(t: Actor, { op, read }: Roles, item: Item, after: Json): Promise<void> {
  t.assume(read !== undefined, "not read");
  const times = creationTimesIn({ operation: op, read }, item.found);
  const moved = times.filter((path) => isOtherTime(path, item.found, after));
  if (moved.length === 0) return;
  await t.settle(moreThanASecond);
  const still = await t.read(item);
  await t.changeValues(item, after);
  const again = await t.read(item);
  t.assume(still !== undefined && again !== undefined, "item gone");
  const wrong = moved.filter((path) => !isOtherTime(path, after, still) && isOtherTime(path, after, again));
  const lost = wrong.map((path) => ({
    path,
    was: valueAt(item.found, path) ?? null,
    now: valueAt(again, path),
  }));
  t.expectNone(lost.map((each) => changedToo(each, "the change")));
}

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
  when: ({ op }) => hasWords(op) && !matches(operationText(op), "changed-later"),
  run: async (t: Actor, { create }) => {
    const isCreatedWith = ({ sent, found }: Item, name: string, word: Json): boolean => {
      const pair = t.pair(sent, found, create);
      return pair?.sent[name] === word && pair.found[name] === word;
    };
    const first = await t.create();
    const stuck = (await stuckWords(t, first)).filter(
      ({ name, was }) => !isState(name) && isCreatedWith(first, name, was),
    );
    // A server need not create an item with the other word.
    const words = stuck.map((each) => ({ ...each, isOptional: true }));
    const tried = await t.tryEach(words, async ({ name, word, was }) => {
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
