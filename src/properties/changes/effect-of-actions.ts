import { type Actor, actions, type Property, type Roles } from "../../actor/index.js";
import { type Json, renderJson } from "../../json/index.js";
import { hasWord, type Member, matches, membersOf, statedEffects } from "../../model/index.js";
import { isStillShown, shownSchema } from "../../values/index.js";

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
      const { item, before } = await t.act();
      const effects = effectsIn(roles);
      const lackingIn = (found: Json | undefined) =>
        effects.find(({ name, word }) => !isStillShown(word, t.membersOf(found)[name]));
      const found = await t.until(
        () => t.read(item),
        (each) => lackingIn(each) === undefined,
      );
      t.assume(found !== undefined, "item gone");
      const [was, now] = [t.membersOf(before), t.membersOf(found)];
      const lacking = lackingIn(found);
      if (lacking !== undefined)
        return {
          problem: `${lacking.name} is not ${lacking.word}`,
          expected: `${lacking.name} is ${renderJson(lacking.word)}, as the text of the action says`,
          actual: `${renderJson(now[lacking.name] ?? null)}, for two new items`,
          at: { in: "body", pointer: `/${lacking.name}` },
        };
      const other = saysNothingElse(roles)
        ? steadyMembers(roles).find(({ name }) => !isStillShown(was[name], now[name]))
        : undefined;
      if (other === undefined) return undefined;
      return {
        problem: `${other.name} changes, too`,
        expected: `${other.name} is ${renderJson(was[other.name] ?? null)}, as before the action: its text says that nothing else changes`,
        actual: `${renderJson(now[other.name] ?? null)}, for two new items`,
        at: { in: "body", pointer: `/${other.name}` },
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

/** The members of the client that the text of the action does not name. */
function steadyMembers(roles: Roles): readonly Member[] {
  return shownMembers(roles.read).filter(
    ({ name, schema }) => schema.readOnly !== true && !hasWord(textOf(roles), name),
  );
}
