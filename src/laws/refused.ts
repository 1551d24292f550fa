import type { Json } from "../json/index.js";
import { isInForce, matches } from "../model/index.js";
import { adoptedMembers, changedMembers, otherMembers } from "./changed-members.js";
import type { ItemLaw } from "./item-law.js";
import type { Judgement } from "./law.js";

/** Statuses of refusals after which the request may be carried out, or was before; a payment that is refused is on record. */
const open: readonly number[] = [402, 408, 425, 429];

/** A refusal says that nothing was done. Counts of attempts are the server's own, and states may show a failed one. */
export const refusedChange: ItemLaw = {
  id: "refused",
  name: "refused, no effect",
  level: "implied",
  sentence: "A creation or change that is refused with 4xx stores and changes nothing.",
  source: "RFC 9110, section 15.5",
  mayOverlap: true,
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
    const names = new Set([...changedMembers(step, step.after), ...adoptedMembers(step, step.after)]);
    if (names.size === 0) return "kept";
    const shown = { expected: step.before.members, after: step.after };
    return otherMembers("a refused change has an effect", [...names], shown, why);
  },
};

/** A creation that was refused, and the row of a list that shows words which it alone had; undefined where none does. */
export interface RefusedCreation {
  readonly text: string;
  readonly status: number;
  readonly row: Json | undefined;
}

/** A refused creation may stand in a list with a state that says so. */
export function judgeRefusedCreation({ text, status, row }: RefusedCreation): Judgement {
  if (row === undefined) return "kept";
  if (!isInForce(row) || saysRefused(row)) return "no occasion";
  return {
    problem: "a refused creation is stored",
    expected: `no item, since ${text} was refused with ${status}`,
    actual: "the list shows an item with the words that were refused",
    pointer: "",
  };
}

function saysRefused(row: Json): boolean {
  const values = typeof row === "object" && row !== null ? Object.values(row) : [];
  return values.some(
    (value) => typeof value === "string" && matches(value, "hiding") && value.length < longestWord,
  );
}

/** A state is a word or two, in characters. */
const longestWord = 20;
