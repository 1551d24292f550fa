import { type Actor, actions, changesOfActedOn, type OwnProperty, type Roles } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import type { JsonObject } from "../../json/index.js";
import { refusedStates, type StatedValues } from "../../model/index.js";
import { isStillShown } from "../../values/index.js";
import { describedItems, itemInState, sendTo } from "./action-verbs.js";

const ruledOut: Omit<OwnProperty, "about"> = {
  id: "ruled-out",
  requirement: {
    name: "ruled-out state",
    level: "implied",
    explains: ["repeated"],
    proof:
      "new items are brought into the states that the text of the operation or of its 409 rules out, by other actions or by the same one, and read: a success there is a finding, if a second new item shows it, too",
  },
  sentence: ({ op }) =>
    `${op.id} is refused to an item in a state that its text or that of its 409 rules out.`,
  source: "RFC 9110, section 15.5.10",
  phase: "populate",
  when: (roles) => statesRefusedBy(roles).length > 0,
  inputs: ({ op, others = [] }) => [undefined, op, ...others.slice(0, mostWays)],
  run: async (t: Actor, roles, input) => {
    const way = input as Operation | undefined;
    const reach = () => itemInState(t, way, (now) => refusedIn(roles, now) !== undefined);
    const first = await reach();
    // This action does not lead to such a state.
    if (first === undefined) return;
    await t.failIfAlways("item", async (turn) => {
      const start = turn === 0 ? first : await reach();
      t.assume(start !== undefined, "not changed");
      const { status } = await sendTo(t, start.item, "done to an item in a state that the text rules out");
      t.assume(
        isSuccess(status) || [400, 403, 409, 412, 422, 423].includes(status),
        "not about the state",
        status,
      );
      if (!isSuccess(status)) return undefined;
      const state = refusedIn(roles, t.membersOf(start.before));
      return {
        problem: "done in a state that is ruled out",
        expected: `409, or another refusal: ${state} before, which the description rules out`,
        actual: `${status}, for two new items`,
        at: { in: "status" },
      };
    });
  },
};

/** Other actions that are tried, at most. */
const mostWays = 4;

/** An action is refused in the states that its text, or that of its 409, rules out. */
export const ruledOutActions: OwnProperty = { ...ruledOut, about: actions };

/** The same of a change, to which an action may have closed the item. */
export const ruledOutChanges: OwnProperty = {
  ...ruledOut,
  about: changesOfActedOn,
  inputs: ({ others = [] }) => others.slice(0, mostWays),
};

function statesRefusedBy(roles: Roles): readonly StatedValues[] {
  return refusedStates(roles.op, describedItems(roles));
}

/** The state of an item in which the operation is refused, with the name of its member; undefined in another state. */
function refusedIn(roles: Roles, members: JsonObject): string | undefined {
  const states = statesRefusedBy(roles).flatMap(({ name, values }) =>
    values.some((each) => name in members && isStillShown(each, members[name])) ? [name] : [],
  );
  const [name] = states;
  return name === undefined ? undefined : `${name} was ${`${members[name]}`}`;
}
