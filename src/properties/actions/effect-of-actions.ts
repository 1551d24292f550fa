import { type Actor, actions, type Property, type Roles } from "../../actor/index.js";
import { type Json, type JsonObject, renderJson } from "../../json/index.js";
import {
  hasWord,
  type Member,
  matches,
  membersOf,
  type StatedEffect,
  statedEffects,
} from "../../model/index.js";
import { isStillShown, shownSchema } from "../../values/index.js";
import { act } from "./action-verbs.js";

/** An action has the effect that its text states, and no other one where the text says so. Two new items have to show a failure. */
export const effectOfActions: Property = {
  id: "effect",
  requirement: () => "stored",
  sentence: ({ op }) => `${op.id} does to an item what its text says.`,
  phase: "populate",
  about: actions,
  when: (roles) => effectsIn(roles).length > 0 || saysNothingElse(roles),
  run: async (t: Actor, roles) => {
    await t.failIfAlways("item", async () => {
      const { item, before, answer } = await act(t);
      const [was, answered] = [t.membersOf(before), t.membersOf(answer.json)];
      const effects = effectsIn(roles).filter(({ name, word }) => !isStillShown(word, was[name]));
      t.assume(effects.length > 0 || saysNothingElse(roles), "nothing acted on");
      // A server may go on with an item before it is read: then it shows a third word.
      const isLacking = (now: JsonObject, { name, word }: StatedEffect): boolean =>
        isStillShown(was[name], now[name]) ||
        (name in answered && !isStillShown(word, answered[name]) && !isStillShown(word, now[name]));
      const lackingIn = (found: Json | undefined) =>
        effects.find((each) => isLacking(t.membersOf(found), each));
      const found = await t.until(
        () => t.read(item),
        (each) => lackingIn(each) === undefined,
      );
      t.assume(found !== undefined, "item gone");
      const [now, lacking] = [t.membersOf(found), lackingIn(found)];
      if (lacking !== undefined)
        return {
          problem: `${lacking.name} is not ${lacking.word}`,
          expected: `${lacking.name} is ${renderJson(lacking.word)}, as the text of the action says`,
          actual: `${renderJson(now[lacking.name] ?? null)}, for two new items`,
          at: { in: "body", pointer: `/${lacking.name}` },
        };
      const other = steadyMembers(t, roles).find((name) => !isStillShown(was[name], now[name]));
      if (other === undefined) return undefined;
      return {
        problem: `${other} changes, too`,
        expected: `${other} is ${renderJson(was[other] ?? null)}, as before the action: its text says that nothing else changes`,
        actual: `${renderJson(now[other] ?? null)}, for two new items`,
        at: { in: "body", pointer: `/${other}` },
      };
    });
  },
};

function effectsIn({ op, read }: Roles) {
  return statedEffects(op, shownMembers(read));
}

function shownMembers(read: Roles["read"]): readonly Member[] {
  return membersOf(read && shownSchema(read));
}

function textOf({ op: { summary = "", description = "" } }: Roles): string {
  return `${summary}. ${description}`;
}

function saysNothingElse(roles: Roles): boolean {
  return matches(textOf(roles), "nothing-else");
}

/** Where the text of the action says that nothing else changes: the members of the client that it does not name. */
function steadyMembers(t: Actor, roles: Roles): readonly string[] {
  if (!saysNothingElse(roles)) return [];
  const sent = membersOf(roles.create?.body?.schema).filter(({ schema }) => schema.readOnly !== true);
  return shownMembers(roles.read).flatMap(({ name, schema }) => {
    const isClients = schema.readOnly !== true && sent.some((each) => each.name === name);
    return isClients && !t.isComputed(name) && !hasWord(textOf(roles), name) ? [name] : [];
  });
}
