import {
  type Actor,
  actions,
  changesOfStates,
  creationsBelow,
  type OwnProperty,
  type Roles,
} from "../../actor/index.js";
import { isSuccess } from "../../engine/index.js";
import { type Json, type JsonObject, renderJson } from "../../json/index.js";
import { refusedStates, type StatedValues } from "../../model/index.js";
import { isStillShown } from "../../values/index.js";
import {
  describedItems,
  itemInState,
  sendBelow,
  sendKeepingState,
  sentStates,
  type Way,
} from "./action-verbs.js";

/** Makes the property for the states of the item itself, or of the one below which the operation creates others. */
const ruledOut = (isAbove = false): Omit<OwnProperty, "about"> => ({
  id: "ruled-out",
  requirement: {
    name: "ruled-out state",
    level: "implied",
    explains: ["repeated"],
    proof:
      "new items are brought into the states that the text of the operation or of its 409 rules out, by other actions, by the same one, or by the value that a creation or a change sends, and read: a success there is a finding, if a second new item shows it, too",
  },
  sentence: ({ op }) =>
    `${op.id} is refused to an item in a state that its text or that of its 409 rules out.`,
  source: "RFC 9110, section 15.5.10",
  phase: "populate",
  when: (roles) => statesRefusedBy(roles, isAbove).length > 0,
  inputs: (roles) => waysOf(roles, isAbove),
  run: async (t: Actor, roles, input) => {
    const way = input as Way;
    const refused = statesRefusedBy(roles, isAbove);
    const stateIn = (members: JsonObject) => refusedIn(refused, members);
    const reach = () => itemInState(t, way, (now) => stateIn(now) !== undefined);
    const first = await reach();
    // This does not lead to such a state.
    if (first === undefined) return;
    await t.failIfAlways("item", async (turn) => {
      const start = turn === 0 ? first : await reach();
      t.assume(start !== undefined, "not changed");
      const state = stateIn(t.membersOf(start.before));
      t.assume(state !== undefined, "not changed");
      const label = "done to an item in a state that the text rules out";
      const status = await (isAbove
        ? sendBelow(t, start.item, label)
        : sendKeepingState(t, start, { name: state.name, label }));
      t.assume(
        isSuccess(status) || [400, 403, 409, 412, 422, 423].includes(status),
        "not about the state",
        status,
      );
      if (!isSuccess(status)) return undefined;
      return {
        problem: "done in a state that is ruled out",
        expected: `409, or another refusal: ${state.name} of ${start.item.path} was ${renderJson(state.value)} before, which the description rules out`,
        actual: `${status}, for two new items`,
        at: { in: "status" },
      };
    });
  },
});

/** Other actions that are tried, at most. */
const mostWays = 4;

/** An action is refused in the states that its text, or that of its 409, rules out. */
export const ruledOutActions: OwnProperty = {
  ...ruledOut(),
  about: actions,
  inputs: (roles) => [undefined, roles.op, ...waysOf(roles, false)],
};

/** The same of a change and a deletion. A request that leaves the state as it is may be about all else. */
export const ruledOutChanges: OwnProperty = { ...ruledOut(), about: changesOfStates };

/** The same of a creation below an item, or of one that refers to it: the text names that item, and its state. */
export const ruledOutBelow: OwnProperty = {
  ...ruledOut(true),
  sentence: ({ op }) =>
    `${op.id} is refused below an item in a state that its text or that of its 409 rules out.`,
  about: creationsBelow,
};

function waysOf(roles: Roles, isAbove: boolean): readonly Way[] {
  return [...(roles.others ?? []).slice(0, mostWays), ...sentStates(roles, statesRefusedBy(roles, isAbove))];
}

function statesRefusedBy(roles: Roles, isAbove: boolean): readonly StatedValues[] {
  return refusedStates(roles.op, describedItems(roles), isAbove);
}

/** The state of an item in which an operation is refused; undefined in another state. */
function refusedIn(
  refused: readonly StatedValues[],
  members: JsonObject,
): { readonly name: string; readonly value: Json } | undefined {
  const [state] = refused.flatMap(({ name, values }) => {
    const value = members[name];
    return value !== undefined && values.some((each) => isStillShown(each, value)) ? [{ name, value }] : [];
  });
  return state;
}
