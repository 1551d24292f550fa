import { type Actor, bounded, type OwnProperty, rulesAcross, shownCheckOf } from "../../actor/index.js";
import { pointerTo } from "../../model/index.js";
import { boundaryRows } from "../../values/index.js";
import { describeValue } from "./boundary-requests.js";
import { tryValues } from "./boundary-verbs.js";

/**
 * Bounds, lengths, words, null and an absence that the description allows are accepted. A value is refused for itself where the
 * server accepts another one in the same place, and refuses it whatever stands beside it.
 */
export const boundaryValues: OwnProperty = {
  id: "stated",
  requirement: {
    name: "stated values",
    level: "implied",
    proof:
      "values at the bounds are sent; a refusal counts only where the same request with another value there got a 2xx",
  },
  sentence: ({ op }) => `${op.id} accepts what is just within its description: bounds, lengths, words.`,
  phase: "populate",
  about: bounded,
  alsoTests: ({ op, read }) => {
    const shown = read && shownCheckOf(op);
    return shown === undefined ? [rulesAcross] : [rulesAcross, shown];
  },
  inputs: ({ op }) => boundaryRows(op).map((_, index) => index),
  run: async (t: Actor, { op }, index) => {
    const values = boundaryRows(op)[index as number] ?? [];
    await tryValues(t, values, (value, refusal) => {
      const pointer = `${value.place.in} ${pointerTo(value.place)}`;
      t.expect(refusal === undefined, {
        ...(refusal?.isForOthers === true ? { check: rulesAcross } : {}),
        problem: `${pointer} ${value.keyword} is refused`,
        expected: `2xx: ${describeValue(value)}, and another value of it is accepted`,
        actual: `${refusal?.status}`,
        at: { in: "status" },
      });
    });
    t.pass(rulesAcross);
  },
};
