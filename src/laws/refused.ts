import { isStillShown } from "../values/index.js";
import { changedMembers, isPlainValue, otherMembers } from "./changed-members.js";
import type { ItemLaw, Step, View } from "./law.js";

/** Statuses of refusals after which the request may be carried out, or was before; a payment that is refused is on record. */
const open: readonly number[] = [402, 408, 425, 429];

/** A refusal says that nothing was done. What counts attempts is the server's own, and states may show a failed one. */
export const refusedChange: ItemLaw = {
  id: "refused",
  name: "refused, no effect",
  level: "implied",
  sentence: "A creation or change that is refused with 4xx stores and changes nothing.",
  source: "RFC 9110, section 15.5",
  judge: (step) => {
    const { method, status, isOfItem, text } = step.request;
    const isRefused = status >= 400 && status < 500 && !open.includes(status);
    if (!isOfItem || !isRefused || method === "GET" || method === "HEAD") return "no occasion";
    const why = `as before: ${text} was refused with ${status}`;
    if (step.after === undefined)
      return {
        problem: "a refused request deletes the item",
        expected: `the item, ${why}`,
        actual: "it is not found any more",
      };
    const names = new Set([...changedMembers(step, step.after), ...takenMembers(step, step.after)]);
    if (names.size === 0) return "kept";
    const shown = { expected: step.before.members, after: step.after };
    return otherMembers("a refused change has an effect", [...names], shown, why);
  },
};

/** The members that an item shows as a refused body alone had them, and did not show so before. */
function takenMembers({ before, request: { sent = {} }, others }: Step, after: View): readonly string[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const isOwn = typeof value === "string" && value.length >= shortest && isPlainValue(value);
    const isTaken =
      isOwn && after.members[name] === value && !isStillShown(value, before.members[name] ?? null);
    return isTaken && !others.some((each) => each[name] === value) ? [name] : [];
  });
}

/** A text of fewer characters may be one of few. */
const shortest = 8;
