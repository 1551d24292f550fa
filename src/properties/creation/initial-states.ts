import { type Actor, type Property, type Roles, shownCreations } from "../../actor/index.js";
import { isSuccess } from "../../engine/index.js";
import { renderJson } from "../../json/index.js";
import { collectionPathOf, initialStates, membersOf } from "../../model/index.js";
import { isStillShown } from "../../values/index.js";

/**
 * A new item is in the state that a text says of new items: "A new order is pending". Its creation has to show it, since the server may go
 * on with the item before it is read.
 */
export const initialState: Property = {
  id: "initial-state",
  requirement: () => "read-back",
  sentence: ({ op }) => `An item that ${op.id} creates is in the state that its text says of new items`,
  phase: "create",
  about: shownCreations,
  when: (roles) => statesOf(roles).length > 0,
  run: async (t: Actor, roles) => {
    await t.failIfAlways("item", async () => {
      const { json, response, sent, item } = await t.sendEdited("valid, for its first state", (body) => body);
      t.assume(isSuccess(response.status) && response.status !== 202, "not created");
      t.assume(item !== undefined && t.showsItem(item, json), "not in response");
      const [own, shown] = [t.membersOf(sent), t.membersOf(json)];
      const other = statesOf(roles).find(({ name, values }) => {
        const isServers = !Object.hasOwn(own, name) && Object.hasOwn(shown, name);
        return isServers && !values.some((each) => isStillShown(each, shown[name]));
      });
      if (other === undefined) return undefined;
      const { name, values } = other;
      return {
        problem: `${name} of a new item is another one`,
        expected: `${name} is ${values.map((each) => renderJson(each)).join(" or ")}, as the description says of new items`,
        actual: `${renderJson(shown[name] ?? null)}, for two new items`,
        at: { in: "body", pointer: `/${name}` },
      };
    });
  },
};

function statesOf({ op, shown }: Roles) {
  return initialStates(op, { collection: collectionPathOf(op), members: membersOf(shown) });
}
