import { answersWithItem } from "../comparison/answers.js";
import type { Actor, OwnProperty } from "../engine/index.js";

/** It counts where nothing but its own response shows what an operation creates. */
export const answer: OwnProperty = {
  id: "answer",
  requirement: {
    name: "answer",
    level: "implied",
    proof: "an item is created that nothing reads, and the response is compared with what was sent",
  },
  sentence: ({ op }) => `${op.id} answers with the values that were sent.`,
  source: "RFC 9110, section 15.3.2",
  phase: "create",
  about: (op, { api }) =>
    answersWithItem(op) && api.readOf(op) === undefined ? { op, needs: [] } : undefined,
  run: async (t: Actor) => {
    const creation = await t.sendCreation();
    const showsItem = t.expectAnswer(creation);
    t.assume(showsItem, "not in response");
  },
};
